// The base game of harmonictook (src/parlour/games/harmonictook/rules) for four seats, again, in plain C++.
#include "twin.hpp"

enum Colour { RED, BLUE, GREEN, PURPLE };
enum Effect { BANK, PER_CATEGORY, FROM_ROLLER, FROM_EACH, FROM_ONE, SWAP };
enum Phase { DEALING = 0, ROLLING = 1, TOWER = 2, TARGET = 4, PARTNER = 5, TAKING = 6, GIVING = 7, BUILDING = 13 };
enum Landmark { STATION, MALL, PARK, RADIO_TOWER, LANDMARKS };

constexpr int CARDS = 15, TURN_ROLL = 2, NO_LIMIT = 1000, MAX_TURNS = 2000, START_COINS = 3;
constexpr int ROLL_ONE = 0, ROLL_TWO = 1, KEEP = 2, REROLL = 3, PASS = 6, DECLINE = 7;  // the numbers of actions.py
constexpr int SEAT = 10, BUY = 15, BUILD = 79, TAKE = 103, GIVE = 231;
constexpr int ALL_LANDMARKS = (1 << LANDMARKS) - 1;
constexpr int PRICE[LANDMARKS] = {4, 10, 16, 22};

struct Card {
    int cost, colour, category, effect, amount, operand, mall, limit, supply, starting, from, to;
};

constexpr int PER_SEAT = 4;
constexpr Card CARD[CARDS] = {
    {1, BLUE, 0, BANK, 1, 0, 0, NO_LIMIT, 6, 1, 1, 1},             // wheat field
    {1, BLUE, 1, BANK, 1, 0, 0, NO_LIMIT, 6, 0, 2, 2},             // ranch
    {1, GREEN, 2, BANK, 1, 0, 1, NO_LIMIT, 6, 1, 2, 3},            // bakery
    {2, RED, 3, FROM_ROLLER, 1, 0, 1, NO_LIMIT, 6, 0, 3, 3},       // café
    {2, GREEN, 2, BANK, 3, 0, 1, NO_LIMIT, 6, 0, 4, 4},            // convenience store
    {3, BLUE, 4, BANK, 1, 0, 0, NO_LIMIT, 6, 0, 5, 5},             // forest
    {6, PURPLE, 6, FROM_EACH, 2, 0, 0, 1, PER_SEAT, 0, 6, 6},      // stadium
    {7, PURPLE, 6, FROM_ONE, 5, 0, 0, 1, PER_SEAT, 0, 6, 6},       // television station
    {8, PURPLE, 6, SWAP, 0, 0, 0, 1, PER_SEAT, 0, 6, 6},           // business centre
    {5, GREEN, 5, PER_CATEGORY, 3, 1, 0, NO_LIMIT, 6, 0, 7, 7},    // cheese factory
    {3, GREEN, 5, PER_CATEGORY, 3, 4, 0, NO_LIMIT, 6, 0, 8, 8},    // furniture factory
    {6, BLUE, 4, BANK, 5, 0, 0, NO_LIMIT, 6, 0, 9, 9},             // mine
    {3, RED, 3, FROM_ROLLER, 2, 0, 1, NO_LIMIT, 6, 0, 9, 10},      // restaurant
    {3, BLUE, 0, BANK, 3, 0, 0, NO_LIMIT, 6, 0, 10, 10},           // orchard
    {2, GREEN, 7, PER_CATEGORY, 2, 0, 0, NO_LIMIT, 6, 0, 11, 12},  // market
};

// The cards that fire on each total, by colour and number, made once.
struct Firing {
    int order[32], start[(12 + 1) * 4 + 1];
    constexpr Firing() : order(), start() {
        int filled = 0;
        for (int place = 0; place < 13 * 4; place++) {
            start[place] = filled;
            for (int card = 0; card < CARDS; card++)
                if (CARD[card].colour == place % 4 && CARD[card].from <= place / 4 && place / 4 <= CARD[card].to)
                    order[filled++] = card;
        }
        start[13 * 4] = filled;
    }
};
constexpr Firing FIRING;

struct Harmonictook {
    static constexpr int SEATS = 4, MAX_SEATS = 5;
    int owing = 0, outcomes = 0;
    int coins[SEATS], built[SEATS], owned[SEATS][CARDS], market[CARDS], received[CARDS];
    bool any_received = false;
    int active = NOBODY, turn = 0, extra_turn = 0, phase = DEALING, chance_kind = 0, dice = 1, first = 0, second = 0;
    int total = 0, rerolls = 0, rerolled = 0, park_at_start = 0, cursor = 0, firing = NOBODY, pending = -1;
    int partner = NOBODY, taking = NOBODY, bought = 0, winner = NOBODY;

    Harmonictook() {
        for (int seat = 0; seat < SEATS; seat++) {
            coins[seat] = START_COINS;
            built[seat] = 0;
            for (int card = 0; card < CARDS; card++) owned[seat][card] = CARD[card].starting;
        }
        for (int card = 0; card < CARDS; card++) {
            market[card] = CARD[card].supply;
            received[card] = 0;
        }
        begin_turn(0, 0);
    }

    const int *odds() const { return nullptr; }

    bool has(int seat, int landmark) const { return built[seat] >> landmark & 1; }

    bool can_buy(int seat, int card) const {
        return market[card] > 0 && CARD[card].cost <= coins[seat] && owned[seat][card] < CARD[card].limit;
    }

    int legal(int seat, int *answers) const {
        int count = 0;
        switch (phase) {
            case BUILDING:
                answers[count++] = PASS;
                for (int card = 0; card < CARDS; card++)
                    if (can_buy(seat, card)) answers[count++] = BUY + card;
                for (int landmark = 0; landmark < LANDMARKS; landmark++)
                    if (!has(seat, landmark) && PRICE[landmark] <= coins[seat]) answers[count++] = BUILD + landmark;
                return count;
            case ROLLING:
                answers[0] = ROLL_ONE;
                answers[1] = ROLL_TWO;
                return 2;
            case TOWER:
                answers[0] = KEEP;
                answers[1] = REROLL;
                return 2;
            case TARGET:
                for (int other = 0; other < SEATS; other++)
                    if (other != active) answers[count++] = SEAT + other;
                return count;
            case PARTNER: return partner_answers(answers);
            case TAKING: return taking_answers(answers);
            default: return giving_answers(answers);
        }
    }

    void ask(int question) {
        phase = question;
        owing |= 1 << active;
    }

    void play(int seat, int action) {
        owing &= ~(1 << seat);
        switch (phase) {
            case BUILDING: build_step(action); break;
            case ROLLING: roll_dice(action == ROLL_ONE ? 1 : 2); break;
            case TOWER:
                if (action == KEEP) {
                    begin_income();
                } else {
                    rerolls--;
                    rerolled = 1;
                    ask_dice();
                }
                break;
            default:
                if (!apply_answer(phase, action)) continue_income();
        }
    }

    // Dice

    void begin_turn(int seat, int extra) {
        active = seat;
        turn++;
        extra_turn = extra;
        bought = first = second = total = rerolled = 0;
        park_at_start = has(seat, PARK);
        rerolls = has(seat, RADIO_TOWER);
        ask_dice();
    }

    void ask_dice() {
        if (has(active, STATION)) {
            ask(ROLLING);
        } else {
            roll_dice(1);
        }
    }

    void roll_dice(int count) {
        dice = count;
        phase = DEALING;
        chance_kind = TURN_ROLL;
        outcomes = count == 1 ? 6 : 36;
    }

    void deal(int outcome) {
        first = dice == 1 ? outcome + 1 : outcome / 6 + 1;
        second = dice == 1 ? 0 : outcome % 6 + 1;
        total = first + second;
        if (rerolls > 0) {
            ask(TOWER);
        } else {
            begin_income();
        }
    }

    // Income

    void begin_income() {
        if (any_received) memset(received, 0, sizeof received);
        any_received = false;
        firing = NOBODY;
        collect_tolls();
        cursor = FIRING.start[total * 4 + BLUE];
        continue_income();
    }

    void collect_tolls() {
        int from = FIRING.start[total * 4 + RED], to = FIRING.start[total * 4 + BLUE];
        if (from == to) return;
        for (int distance = 1; distance < SEATS; distance++) {
            int owner = (active + SEATS - distance) % SEATS;
            for (int place = from; place < to; place++) {
                int card = FIRING.order[place], copies = owned[owner][card];
                if (copies > 0) pay(active, owner, (CARD[card].amount + mall_bonus(owner, card)) * copies);
            }
        }
    }

    int mall_bonus(int seat, int card) const { return has(seat, MALL) ? CARD[card].mall : 0; }

    void pay(int payer, int owner, int owed) {
        int paid = owed < coins[payer] ? owed : coins[payer];
        coins[payer] -= paid;
        coins[owner] += paid;
    }

    int payout(int seat, int card) const {
        int paid = CARD[card].amount;
        if (CARD[card].effect == PER_CATEGORY) {
            int counted = 0;
            for (int other = 0; other < CARDS; other++)
                if (CARD[other].category == CARD[card].operand) counted += owned[seat][other];
            paid *= counted;
        }
        return paid > 0 ? paid + mall_bonus(seat, card) : 0;
    }

    void continue_income() {
        int last = FIRING.start[total * 4 + 4];
        while (true) {
            if (firing == NOBODY) {
                if (cursor == last) break;
                firing = FIRING.order[cursor++];
                pending = -1;
            }
            if (!fire_card()) return;
            firing = NOBODY;
        }
        before_building();
    }

    // Returns whether all copies have fired; false while an answer is awaited.
    bool fire_card() {
        const Card &card = CARD[firing];
        if (pending == -1) {
            if (card.colour == BLUE) {
                for (int distance = 0; distance < SEATS; distance++) {
                    int seat = (active + distance) % SEATS;
                    if (owned[seat][firing] > 0) coins[seat] += payout(seat, firing) * owned[seat][firing];
                }
                return true;
            }
            int copies = owned[active][firing] - received[firing];
            if (copies <= 0 || card.colour == RED) return true;
            if (card.effect <= PER_CATEGORY) {
                coins[active] += payout(active, firing) * copies;
                return true;
            }
            pending = copies;
        }
        while (pending > 0)
            if (resolve_copy()) return false;
        return true;
    }

    bool resolve_copy() {
        int effect = CARD[firing].effect;
        if (effect == FROM_ONE) {
            ask(TARGET);
            return true;
        }
        if (effect == SWAP) {
            int answers[MAX_ACTIONS];
            return ask_or_answer(PARTNER, answers, partner_answers(answers));
        }
        pending--;
        for (int distance = 1; distance < SEATS; distance++)
            pay((active + distance) % SEATS, active, CARD[firing].amount);
        return false;
    }

    bool ask_or_answer(int question, const int *answers, int count) {
        if (count == 0) {
            pending = 0;
            return false;
        }
        if (count > 1) {
            ask(question);
            return true;
        }
        return apply_answer(question, answers[0]);
    }

    bool apply_answer(int question, int action) {
        int answers[MAX_ACTIONS];
        if (question == TARGET) {
            pending--;
            pay(action - SEAT, active, CARD[firing].amount);
            return false;
        }
        if (action != DECLINE) {
            if (question == PARTNER) {
                partner = action - SEAT;
                return ask_or_answer(TAKING, answers, taking_answers(answers));
            }
            if (question == TAKING) {
                taking = (action - TAKE) * 2;
                return ask_or_answer(GIVING, answers, giving_answers(answers));
            }
            swap(action - GIVE);
        }
        pending--;
        partner = taking = NOBODY;
        return false;
    }

    // Swaps; every colour may be swapped, and a swap may be declined.

    bool may_swap(int other, int taken, int given) const {
        return taken == given || (owned[active][taken] < CARD[taken].limit && owned[other][given] < CARD[given].limit);
    }

    bool can_take(int other, int taken) const {
        if (owned[other][taken] == 0) return false;
        for (int given = 0; given < CARDS; given++)
            if (owned[active][given] > 0 && may_swap(other, taken, given)) return true;
        return false;
    }

    int partner_answers(int *answers) const {
        int count = 1;
        answers[0] = DECLINE;
        for (int other = 0; other < SEATS; other++) {
            if (other == active) continue;
            for (int taken = 0; taken < CARDS; taken++) {
                if (can_take(other, taken)) {
                    answers[count++] = SEAT + other;
                    break;
                }
            }
        }
        return count == 1 ? 0 : count;
    }

    int taking_answers(int *answers) const {
        int count = 1;
        answers[0] = DECLINE;
        for (int card = 0; card < CARDS; card++)
            if (can_take(partner, card)) answers[count++] = TAKE + card;
        return count == 1 ? 0 : count;
    }

    int giving_answers(int *answers) const {
        int count = 1;
        answers[0] = DECLINE;
        for (int card = 0; card < CARDS; card++)
            if (owned[active][card] > 0 && may_swap(partner, taking / 2, card)) answers[count++] = GIVE + card;
        return count == 1 ? 0 : count;
    }

    void swap(int given) {
        int taken = taking / 2;
        owned[partner][taken]--;
        owned[active][taken]++;
        owned[active][given]--;
        owned[partner][given]++;
        received[taken]++;
        any_received = true;
    }

    // Building

    void before_building() {
        bool possible = false;
        for (int card = 0; card < CARDS && !possible; card++) possible = can_buy(active, card);
        for (int landmark = 0; landmark < LANDMARKS && !possible; landmark++)
            possible = !has(active, landmark) && PRICE[landmark] <= coins[active];
        if (possible) {
            ask(BUILDING);
        } else {
            end_turn();
        }
    }

    void build_step(int action) {
        if (action != PASS) {
            bought = 1;
            if (action < BUILD) {
                int card = action - BUY;
                coins[active] -= CARD[card].cost;
                market[card]--;
                owned[active][card]++;
            } else {
                int landmark = action - BUILD;
                coins[active] -= PRICE[landmark];
                built[active] |= 1 << landmark;
                if (built[active] == ALL_LANDMARKS) {
                    winner = active;
                    phase = DEALING;
                    return;
                }
            }
        }
        end_turn();
    }

    void end_turn() {
        if (turn >= MAX_TURNS) {
            phase = DEALING;
        } else if (park_at_start && first == second) {
            begin_turn(active, 1);
        } else {
            begin_turn((active + 1) % SEATS, 0);
        }
    }

    void pack(std::vector<int64_t> &numbers) const {
        auto put_column = [&](const int *column, int length) {
            numbers.push_back(length);
            numbers.insert(numbers.end(), column, column + length);
        };
        int stored[SEATS] = {};
        put_column(coins, SEATS);
        put_column(built, SEATS);
        put_column(stored, SEATS);
        put_column(&owned[0][0], SEATS * CARDS);
        put_column(nullptr, 0);  // no card can be closed
        put_column(market, CARDS);
        put_column(nullptr, 0);  // no deck
        put_column(received, any_received ? CARDS : 0);
        for (int number : {active, turn, extra_turn, phase, chance_kind, dice, first, second, total, rerolls, rerolled,
                           park_at_start, cursor, firing, pending, 0, NOBODY, 0, partner, taking, NOBODY, bought, winner})
            numbers.push_back(number);
    }
};

int main(int words, char **word) { return twin_main<Harmonictook>(words, word); }
