import { errorText } from './polling.svelte';

/** One change at a time, with its result for the user. */
export class Action {
  isRunning = $state(false);
  problem = $state('');
  done = $state('');

  constructor(private readonly refresh: () => Promise<void>) {}

  /** Makes a change, unless another one runs; returns whether it was made. */
  async run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    if (this.isRunning) {
      return false;
    }
    this.isRunning = true;
    this.problem = '';
    this.done = '';
    try {
      await change();
      this.done = done;
      await this.refresh();
      return true;
    } catch (failure) {
      this.problem = errorText(failure);
      return false;
    } finally {
      this.isRunning = false;
    }
  }
}
