"""PPO in one file: a small network learns a game from matches against bots, on one core.

    python examples/ppo.py magpie --opponents random --updates 150

It needs the extra `vector` and PyTorch. It prints the share of wins in the matches of the last ten updates. After a
minute it beats the bot `random` at Magpie in nine of ten matches. Read it from top to bottom: the network, one rollout,
one update, the loop."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

import parlour
from parlour.adapters.vector_env import VectorEnv

MATCHES = 128  # in lockstep
STEPS = 64  # answers in every match between two updates
EPOCHS, MINIBATCHES = 4, 4
DISCOUNT, TRACE = 1.0, 0.95  # gamma and lambda of generalised advantage estimation
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT, LEARNING_RATE = 0.2, 0.5, 0.01, 1e-3


class Rollout(NamedTuple):
    """What was seen and answered, one row for each answer, and what the answers were worth."""

    observation: Tensor
    legal: Tensor
    action: Tensor
    chance: Tensor  # logarithm of the chance with which the answer was chosen
    advantage: Tensor
    goal: Tensor  # of the value


def make_network(inputs: int, actions: int) -> nn.Sequential:
    """Returns a network with one output for every action and one for the value of the position."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, actions + 1))


def look(network: nn.Sequential, observation: Tensor, legal: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
    """Returns the chances of the legal answers and the values of some positions."""
    out = network(observation)
    return torch.distributions.Categorical(logits=out[:, :-1].masked_fill(~legal, -1e9)), out[:, -1]


def play(env: VectorEnv, network: nn.Sequential, steps: int) -> tuple[Rollout, list[float]]:
    """Plays some answers in every match; returns them, and the learner's shares of the matches that ended."""
    rows, values, rewards, ends = [], [], [], []
    with torch.no_grad():
        for _ in range(steps):
            observation, legal = torch.tensor(env.observation), torch.tensor(env.legal)  # copies
            chances, value = look(network, observation, legal)
            action = chances.sample()
            seat = env.seat.copy()  # the learner's seat changes from match to match
            env.step(action.numpy())
            rows.append((observation, legal, action, chances.log_prob(action)))
            values.append(value)
            rewards.append(torch.tensor(env.reward[np.arange(env.n), seat], dtype=torch.float32))
            ends.append(torch.tensor(env.ended | env.cut_off))
        values.append(look(network, torch.tensor(env.observation), torch.tensor(env.legal))[1])
    advantage = torch.zeros(env.n)
    advantages: list[Tensor] = []
    for step in reversed(range(steps)):
        going_on = (~ends[step]).float()
        surprise = rewards[step] + DISCOUNT * values[step + 1] * going_on - values[step]
        advantage = surprise + DISCOUNT * TRACE * going_on * advantage
        advantages.insert(0, advantage)
    shares = torch.cat(rewards)[torch.cat(ends)].tolist()
    observation, legal, action, chance = (torch.cat(column) for column in zip(*rows, strict=True))
    worth = torch.cat(advantages)
    return Rollout(observation, legal, action, chance, worth, worth + torch.cat(values[:-1])), shares


def learn(network: nn.Sequential, optimizer: torch.optim.Optimizer, seen: Rollout) -> float:
    """Improves the network by one rollout, and returns the last loss."""
    loss = torch.tensor(0.0)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen.action)).chunk(MINIBATCHES):
            part = Rollout(*(column[rows] for column in seen))
            chances, value = look(network, part.observation, part.legal)
            ratio = (chances.log_prob(part.action) - part.chance).exp()
            gain = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-8)
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = chances.entropy().mean()
            loss = VALUE_WEIGHT * (value - part.goal).square().mean() - clipped - ENTROPY_WEIGHT * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return float(loss.detach())


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Learn a game by PPO.")
    parser.add_argument("game", nargs="?", default="magpie")
    parser.add_argument("--opponents", default="random", help="a bot for every other seat, separated by commas")
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = parlour.vector(given.game, given.matches, opponents=given.opponents.split(","), seed=given.seed)
    network = make_network(env.observation.shape[1], env.legal.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    print(env)
    shares: list[float] = []
    for update in range(1, given.updates + 1):
        seen, ended = play(env, network, STEPS)
        shares += ended
        loss = learn(network, optimizer, seen)
        if update % 10 == 0 or update == given.updates:
            won = f"{np.mean(shares):.3f} of {len(shares)} matches" if shares else "no match ended"
            print(f"update {update}: won {won}, loss {loss:.4f}", flush=True)
            shares.clear()


if __name__ == "__main__":
    main(sys.argv[1:])
