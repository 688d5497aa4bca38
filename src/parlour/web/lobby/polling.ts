/** Polls every few seconds while the tab is visible, never twice at once, and stops after `false`. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class Polling implements ReactiveController {
  private timer = 0;
  private asking = false;
  private on = false;

  constructor(
    host: ReactiveControllerHost,
    private readonly ask: () => Promise<boolean | void>,
    private readonly every: number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.on = true;
    document.addEventListener("visibilitychange", this.seen);
    void this.now();
  }

  hostDisconnected(): void {
    this.on = false;
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
  }

  private seen = () => {
    clearTimeout(this.timer);
    if (!document.hidden) void this.now();
  };

  now = async (): Promise<void> => {
    if (this.asking) return;
    this.asking = true;
    clearTimeout(this.timer);
    let more: boolean | void = true;
    try {
      more = await this.ask();
    } finally {
      this.asking = false;
      if (this.on && more !== false && !document.hidden) this.timer = window.setTimeout(this.now, this.every);
    }
  };
}
