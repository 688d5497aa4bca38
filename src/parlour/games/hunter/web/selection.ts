/** Two tokens for two places: which pairs are allowed, the current draft, and why a place is closed. */
import { choiceOf, isOpen } from "@parlour/kit/question";
import type { Question } from "@parlour/kit/types";
import { FOREST, PLACES } from "./view.js";

export type Token = "hunter" | "apprentice";
export interface Draft {
  hunter: number;
  apprentice: number;
  hand: Token;
}
export const BLANK: Draft = { hunter: -1, apprentice: -1, hand: "hunter" };
export const other = (token: Token): Token => (token === "hunter" ? "apprentice" : "hunter");

export const pairOf = (hunter: number, apprentice: number): string =>
  `hunter ${PLACES[hunter]}, apprentice ${PLACES[apprentice]}`;
export const complete = (draft: Draft, question: Question | null): boolean =>
  draft.hunter >= 0 && draft.apprentice >= 0 && isOpen(question, pairOf(draft.hunter, draft.apprentice));

const pair = (token: Token, place: number, partner: number): string =>
  token === "hunter" ? pairOf(place, partner) : pairOf(partner, place);

/** Whether a token may go to a place at all, wherever the other one is. */
export const mayGo = (question: Question | null, token: Token, place: number): boolean =>
  PLACES.some((_, partner) => isOpen(question, pair(token, place, partner)));

/**
 * The draft with a token at a place. The other token stays, changes places with it, or is taken back, whichever is
 * allowed.
 */
export function placed(draft: Draft, token: Token, place: number, question: Question | null): Draft {
  if (!mayGo(question, token, place)) return draft;
  const partner = draft[other(token)];
  const from = draft[token];
  const put = (there: number): Draft => {
    const next = { ...draft, [token]: place, [other(token)]: there } as Draft;
    return { ...next, hand: next[other(token)] < 0 ? other(token) : next[token] < 0 ? token : other(token) };
  };
  if (partner < 0 || isOpen(question, pair(token, place, partner))) return put(partner);
  if (partner === place && from >= 0 && isOpen(question, pair(token, place, from))) return put(from);
  return put(-1);
}

/** The draft with a token taken back. */
export const lifted = (draft: Draft, token: Token): Draft => ({ ...draft, [token]: -1, hand: token });

/**
 * The part of a draft that is still allowed after the question changed: a Beer may open the Forest, a dummy may close a
 * place.
 */
export function kept(draft: Draft, question: Question | null): Draft {
  const stays = (token: Token): number =>
    draft[token] >= 0 && mayGo(question, token, draft[token]) ? draft[token] : -1;
  const next = { ...draft, hunter: stays("hunter"), apprentice: stays("apprentice") };
  if (next.hunter >= 0 && next.apprentice >= 0 && !complete(next, question)) next.apprentice = -1;
  return next.hunter < 0 ? { ...next, hand: "hunter" } : next.apprentice < 0 ? { ...next, hand: "apprentice" } : next;
}

/** Why a token cannot go to a place; "" if it can. */
export function closedFor(
  question: Question | null,
  captions: Record<string, string>,
  token: Token,
  place: number,
): string {
  if (mayGo(question, token, place)) return "";
  const reason = PLACES.map((_, partner) => choiceOf(question, pair(token, place, partner))?.reason?.sentence).find(
    Boolean,
  );
  return captions[`${token}-${place}`] || reason || "Not possible now.";
}

/** What happens to the other token if this one takes its place; "" if it is not there or may stay. */
export function displaces(draft: Draft, token: Token, place: number): string {
  if (place === FOREST || draft[other(token)] !== place) return "";
  return `Your ${other(token)} is there: the two change places.`;
}
