// What both twins share: the generator of src/parlour/kernel/rng.py, the loops of playouts and of whole matches, and
// the command line that bench/limit.py calls. A game is a struct with the methods of parlour.kernel.state.State.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

constexpr int NOBODY = -1;
constexpr uint64_t RANGE = uint64_t(1) << 32;  // of the numbers that the generator draws
constexpr int MAX_ACTIONS = 128;
constexpr int MAX_STEPS = 2000;  // of a playout

struct Rng {
    uint32_t a, b, c, counter;

    Rng(uint64_t seed, uint64_t stream) { reseed(seed, stream); }

    void reseed(uint64_t seed, uint64_t stream) {
        a = uint32_t(seed);
        b = uint32_t(seed >> 32);
        c = uint32_t(stream);
        counter = uint32_t(stream >> 32) + 1;
        for (int left = 12; left > 0; left--) next();
    }

    uint32_t next() {
        uint32_t out = a + b + counter++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = ((c << 21) | (c >> 11)) + out;
        return out;
    }

    int below(int n) {
        if (n == 1) return 0;
        uint32_t number = next();
        while (number >= RANGE - n && number >= RANGE - RANGE % n) number = next();
        return int(number % uint32_t(n));
    }
};

inline int64_t match_seed(int64_t seed, int64_t index) {
    Rng rng(seed, index);
    int64_t high = rng.next() & 0x7FFFFFFF;
    int64_t low = rng.next() & 0x7FFFFFFF;
    return (high << 31) | low;
}

template <class State>
int draw_outcome(const State &state, Rng &rng) {
    const int *odds = state.odds();
    if (odds == nullptr) return rng.below(state.outcomes);
    int total = 0;
    for (int index = 0; index < state.outcomes; index++) total += odds[index];
    int mark = rng.below(total), index = 0;
    while ((mark -= odds[index]) >= 0) index++;
    return index;
}

template <class State>
int random_answer(const State &state, int seat, Rng &rng) {
    int answers[MAX_ACTIONS];
    int count = state.legal(seat, answers);
    return answers[rng.below(count)];
}

template <class State>
int play_randomly(State &world, Rng &rng) {
    int steps = 0;
    for (; steps < MAX_STEPS; steps++) {
        if (world.outcomes > 0) {
            int outcome = draw_outcome(world, rng);
            world.outcomes = 0;
            world.deal(outcome);
        } else if (world.owing != 0) {
            int seat = __builtin_ctz(world.owing);
            world.play(seat, random_answer(world, seat, rng));
        } else {
            break;
        }
    }
    return steps;
}

// A whole match of random bots as play_out_match plays it: a seed for each answer that is a choice, and the log.
template <class State>
void play_match(State &state, int64_t seed, std::vector<int64_t> &log) {
    Rng dealer(seed, 0), thinking(0, 0);
    int turns[State::MAX_SEATS] = {};
    while (true) {
        if (state.outcomes > 0) {
            int outcome = draw_outcome(state, dealer);
            log.push_back(int64_t(outcome) << 8);
            state.outcomes = 0;
            state.deal(outcome);
            continue;
        }
        if (state.owing == 0) return;
        int seat = __builtin_ctz(state.owing);
        int answers[MAX_ACTIONS];
        int count = state.legal(seat, answers);
        if (count > 1) thinking.reseed(seed, (uint64_t(turns[seat]) << 8) | (seat + 1));
        int action = answers[thinking.below(count)];
        turns[seat]++;
        log.push_back((int64_t(action) << 8) | (seat + 1));
        state.play(seat, action);
    }
}

inline double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

inline void write_numbers(const std::vector<int64_t> &numbers) {
    int64_t length = int64_t(numbers.size());
    fwrite(&length, sizeof length, 1, stdout);
    fwrite(numbers.data(), sizeof(int64_t), numbers.size(), stdout);
}

// twin playouts|run|clones COUNT SEED   prints the CPU seconds and the steps
// twin records COUNT SEED               writes the log and the packed final position of each match, as binary numbers
template <class State>
int twin_main(int words, char **word) {
    if (words != 4) return 2;
    const char *what = word[1];
    int64_t count = atoll(word[2]), seed = atoll(word[3]), steps = 0;
    const State start;
    std::vector<int64_t> log;
    double began = cpu_seconds();
    if (strcmp(what, "playouts") == 0) {
        Rng rng(seed, 0);
        for (int64_t index = 0; index < count; index++) {
            State world = start;
            steps += play_randomly(world, rng);
        }
    } else if (strcmp(what, "run") == 0) {
        for (int64_t index = 0; index < count; index++) {
            State state = start;
            std::vector<int64_t> fresh;
            play_match(state, match_seed(seed, index), fresh);
            steps += int64_t(fresh.size());
        }
    } else if (strcmp(what, "clones") == 0) {
        for (int64_t index = 0; index < count; index++) {
            State copy = start;
            asm volatile("" : : "r"(&copy) : "memory");  // so that the copy is really made
            steps += copy.outcomes > 0;
        }
    } else if (strcmp(what, "records") == 0) {
        for (int64_t index = 0; index < count; index++) {
            State state = start;
            log.clear();
            play_match(state, match_seed(seed, index), log);
            write_numbers(log);
            std::vector<int64_t> packed = {State::SEATS, state.owing, state.outcomes};
            state.pack(packed);
            write_numbers(packed);
        }
        return 0;
    } else {
        return 2;
    }
    printf("%.9f %lld\n", cpu_seconds() - began, static_cast<long long>(steps));
    return 0;
}
