/**
 * Runs an action on request, with a pause after each run. Requests during a run or its pause lead to one further run, so
 * that the page stays up to date at a bounded rate however often a bag changes.
 */
export class Throttle {
  private isPausing = false;
  private isPending = false;
  private isStopped = false;
  private lastRun = 0;

  constructor(
    private readonly action: () => Promise<void>,
    private readonly pauseMillis: number,
  ) {}

  request(): void {
    if (this.isPausing) {
      this.isPending = true;
    } else {
      void this.run();
    }
  }

  /** Runs without waiting for the pause, for a change that the user made. */
  runNow(): void {
    void this.run();
  }

  /** Prevents further runs. */
  stop(): void {
    this.isStopped = true;
  }

  private async run(): Promise<void> {
    if (this.isStopped) {
      return;
    }
    const run = ++this.lastRun;
    this.isPausing = true;
    this.isPending = false;
    await this.action();
    setTimeout(() => {
      if (run === this.lastRun) {
        this.isPausing = false;
        if (this.isPending) {
          void this.run();
        }
      }
    }, this.pauseMillis);
  }
}
