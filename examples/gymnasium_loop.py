"""Gymnasium in ten lines: a match of Hunter & Apprentice by random answers against three bots."""

import gymnasium

import parlour.adapters  # noqa: F401  (registers the games)

env = gymnasium.make("parlour/hunter-v1", opponents=["stage", "stage", "random"])
observation, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, over, cut_off, info = env.step(action)
print(f"points by seat {info['points']}, the learner's share of the win {reward}")
