// Magpie (src/parlour/games/magpie/rules.py) for two seats, again, in plain C++.
#include "twin.hpp"

constexpr int KINDS = 6, COPIES = 2, STONES = 15;

struct Magpie {
    static constexpr int SEATS = 2, MAX_SEATS = 5;
    int owing = 0, outcomes = KINDS, prize = NOBODY;
    int bag[KINDS];
    int purse[SEATS], hoard[SEATS], cups[SEATS];

    Magpie() {
        for (int &left : bag) left = COPIES;
        for (int seat = 0; seat < SEATS; seat++) {
            purse[seat] = STONES;
            hoard[seat] = 0;
            cups[seat] = NOBODY;
        }
    }

    const int *odds() const { return bag; }

    void deal(int kind) {
        bag[kind]--;
        prize = kind;
        owing = (1 << SEATS) - 1;
    }

    int legal(int seat, int *answers) const {
        for (int stones = 0; stones <= purse[seat]; stones++) answers[stones] = stones;
        return purse[seat] + 1;
    }

    void play(int seat, int stones) {
        cups[seat] = stones;
        owing &= ~(1 << seat);
        if (owing != 0) return;
        award();
        int left = 0;
        for (int &cup : cups) cup = NOBODY;
        for (int count : bag) left += count;
        if (left > 0) outcomes = KINDS;
    }

    void award() {
        int winner = NOBODY, best = -1;
        for (int seat = 0; seat < SEATS; seat++) {
            if (cups[seat] > best) {
                best = cups[seat];
                winner = seat;
            } else if (cups[seat] == best) {
                winner = NOBODY;
            }
        }
        if (winner == NOBODY) return;
        purse[winner] -= cups[winner];
        hoard[winner] += prize + 1;
    }

    void pack(std::vector<int64_t> &numbers) const {
        auto put_column = [&](const int *column, int length) {
            numbers.push_back(length);
            numbers.insert(numbers.end(), column, column + length);
        };
        put_column(bag, KINDS);
        put_column(purse, SEATS);
        put_column(hoard, SEATS);
        put_column(cups, SEATS);
        numbers.push_back(prize);
    }
};

int main(int words, char **word) { return twin_main<Magpie>(words, word); }
