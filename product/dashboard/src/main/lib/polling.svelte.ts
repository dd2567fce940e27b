/** A value that is loaded from the server, repeatedly if an interval is given, with the text of the last error. */
export class PolledValue<T> {
  value = $state.raw<T | null>(null);
  problem = $state('');

  constructor(
    private readonly load: (signal: AbortSignal) => Promise<T>,
    private readonly intervalMillis: number | null,
  ) {}

  /** For an effect: starts loading and returns the function that stops it. */
  start(): () => void {
    const end = new AbortController();
    void this.run(end.signal);
    return () => end.abort();
  }

  async refresh(signal?: AbortSignal): Promise<void> {
    try {
      this.value = await this.load(signal ?? new AbortController().signal);
      this.problem = '';
    } catch (failure) {
      if (!signal?.aborted) {
        this.problem = errorText(failure);
      }
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!document.hidden || this.intervalMillis === null) {
        await this.refresh(signal);
      }
      if (this.intervalMillis === null) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, this.intervalMillis ?? 0));
    }
  }
}

/** The message of an error for the user. */
export function errorText(failure: unknown): string {
  return failure instanceof TypeError ? 'The server does not respond. Retrying.' : String((failure as Error).message);
}
