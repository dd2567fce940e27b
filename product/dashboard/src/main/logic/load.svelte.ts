/** Something that is asked of the market, again and again if wanted, and what to say when it does not come. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  problem = $state('');

  constructor(
    private readonly ask: (signal: AbortSignal) => Promise<T>,
    private readonly everyMillis: number | null,
  ) {}

  /** For an effect: begins, and gives back what ends it. */
  start(): () => void {
    const end = new AbortController();
    void this.run(end.signal);
    return () => end.abort();
  }

  async again(signal?: AbortSignal): Promise<void> {
    try {
      this.value = await this.ask(signal ?? new AbortController().signal);
      this.problem = '';
    } catch (failure) {
      if (!signal?.aborted) {
        this.problem = said(failure);
      }
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!document.hidden) {
        await this.again(signal);
      }
      if (this.everyMillis === null) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, this.everyMillis ?? 0));
    }
  }
}

/** A failure in a sentence. */
export function said(failure: unknown): string {
  return failure instanceof TypeError ? 'The server does not answer; trying again.' : String((failure as Error).message);
}
