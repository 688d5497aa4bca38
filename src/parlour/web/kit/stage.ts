/** Animates what has happened on the view before it, frame by frame. */
const FLICKER = 60; // milliseconds of one face of a tumbling die
const TUMBLE = 400; // milliseconds that dice tumble at most
const LEAST_TUMBLE = 150;

/** How long the steps of a game are shown: in steps of `pace` by kind; rolls of dice take longer. */
export interface Timing {
  steps: Record<string, number>;
  rolls: ReadonlySet<string>;
  longest: number; // milliseconds of all steps together; the page waits a little longer
}

/** The duration of each step in milliseconds, by its kind. */
export function lengths(kinds: string[], { steps, rolls, longest }: Timing, pace: number): number[] {
  const tumble = Math.min(TUMBLE, Math.max(LEAST_TUMBLE, pace / 2));
  const wanted = kinds.map((kind) => (steps[kind] ?? 0) * pace + (rolls.has(kind) ? tumble : 0));
  const all = wanted.reduce((sum, one) => sum + one, 0);
  return all > longest ? wanted.map((one) => (one * longest) / all) : wanted;
}

/**
 * One animation at a time. `shown` is its current frame, which the board draws; `show` is called for every frame. A
 * subclass writes an animation as a generator that sets frames and yields how long each of them stays.
 */
export abstract class Stage<Shown extends object, Step = never> {
  shown: Shown;
  protected rest: Step[] = []; // steps that have not been applied yet
  protected skipped = false;
  #wake: (() => void) | null = null;
  #scene = 0;
  readonly #still: Shown;
  readonly #show: () => void;

  /** `still` is the frame without any animation; `show` is called for every frame. */
  constructor(still: Shown, show: () => void) {
    this.shown = this.#still = still;
    this.#show = show;
  }

  get moving(): boolean {
    return this.#wake !== null;
  }

  /** Ends the animation; steps that were not animated are still applied. */
  clear(): void {
    this.skip();
    this.#scene += 1;
    for (const step of this.rest.splice(0)) this.apply(step);
    this.shown = this.#still;
  }

  /** Goes to the end of the animation at once. */
  skip(): void {
    this.skipped = true;
    this.#wake?.();
  }

  /** Called once for every step, whether it was animated or not. */
  protected apply(_step: Step): void {}

  protected applyNext(): void {
    this.apply(this.rest.shift()!);
  }

  /** Plays an animation; with `quiet` only its last frame, at once. */
  protected async play(frames: Iterable<number>, quiet: boolean): Promise<void> {
    this.clear();
    const scene = this.#scene;
    this.skipped = quiet;
    for (const time of frames) {
      if (time > 0 && !this.skipped) await this.#wait(time);
      if (scene !== this.#scene) return;
    }
    this.#show();
  }

  protected set(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    if (!this.skipped) this.#show();
  }

  /** Dice tumble for a part of the time, then lie still. */
  protected *tumble(
    faces: number[],
    time: number,
    draw: (faces: number[], rolling: boolean) => void,
    part = 0.6,
  ): Generator<number> {
    const begun = performance.now();
    const end = begun + Math.min(TUMBLE, time * part) - FLICKER / 2;
    for (let shake = 1; performance.now() < end && !this.skipped; shake += 1) {
      draw(
        faces.map((value, index) => ((value + shake * (4 + index)) % 6) + 1),
        true,
      );
      yield FLICKER;
    }
    draw(faces, false);
    yield time - (performance.now() - begun);
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.#wake = done;
    });
  }
}
