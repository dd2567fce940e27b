/**
 * Does something when it is asked for, one at a time and with a pause behind each. Asked for meanwhile, however often, it
 * is done once more: so what is shown is never old for long, and a bag that changes a hundred times a second costs no more.
 */
export class Paced {
  private isResting = false;
  private isWanted = false;
  private isOver = false;
  private round = 0;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly pauseMillis: number,
  ) {}

  ask(): void {
    if (this.isResting) {
      this.isWanted = true;
    } else {
      void this.run();
    }
  }

  /** Without waiting for the pause, because a person asked for something else. */
  askAtOnce(): void {
    void this.run();
  }

  /** Nobody is there any more to whom it could be shown. */
  stop(): void {
    this.isOver = true;
  }

  private async run(): Promise<void> {
    if (this.isOver) {
      return;
    }
    const round = ++this.round;
    this.isResting = true;
    this.isWanted = false;
    await this.work();
    setTimeout(() => {
      if (round === this.round) {
        this.isResting = false;
        if (this.isWanted) {
          void this.run();
        }
      }
    }, this.pauseMillis);
  }
}
