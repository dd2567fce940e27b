import type { Offer } from '../market/types';

/** Between which deadlines and prices the offers in hand leave a choice. */
export interface Choice {
  earliestMillis: number;
  latestMillis: number;
  cheapest: number;
  dearest: number;
}

const millis = (instant: string): number => new Date(instant).getTime();

/**
 * What there is to choose between.
 *
 * @param earliest when all could be done at the earliest
 * @param wanted a deadline that must be within reach, if there is one
 */
export function choiceOf(offers: Offer[], tasks: number, earliest: string, wanted: string | null): Choice {
  const latest = Math.max(millis(earliest), ...offers.map((offer) => millis(offer.by)));
  const prices = offers.map((offer) => Number(offer.pricePerTask) * tasks);
  return {
    earliestMillis: millis(earliest),
    // A little more than all that was offered, so that the end of the slider is in its reach.
    latestMillis: Math.max(latest + Math.max(60_000, (latest - millis(earliest)) * 0.25), millis(wanted ?? earliest)),
    cheapest: Math.min(...prices),
    dearest: Math.max(...prices),
  };
}

/** An instant on a slider of a thousand steps. */
export function deadlineAt(choice: Choice, step: number): string {
  const spanMillis = choice.latestMillis - choice.earliestMillis;
  // Rounded up to a whole second, so that the first step is in time.
  const at = choice.earliestMillis + (spanMillis * step) / 1000;
  return new Date(Math.ceil(at / 1000) * 1000).toISOString();
}

/** Where an instant is on that slider. */
export function stepOf(choice: Choice, instant: string): number {
  const spanMillis = choice.latestMillis - choice.earliestMillis;
  const step = spanMillis <= 0 ? 1000 : (1000 * (millis(instant) - choice.earliestMillis)) / spanMillis;
  return Math.round(Math.min(1000, Math.max(0, step)));
}

/** An amount on a slider of a thousand steps, from a little below the cheapest to the dearest. */
export function budgetAt(choice: Choice, step: number): string {
  const least = choice.cheapest * 0.9;
  return credits(least + ((choice.dearest * 1.02 - least) * step) / 1000);
}

/** With three decimals at most, rounded up, as the market takes it. */
export function credits(amount: number): string {
  return String(Math.ceil(amount * 1000 - 1e-6) / 1000);
}

/** Who does how much, the largest part first. */
export function shares(offers: Offer[]): { provider: string; tasks: number }[] {
  return offers
    .filter((offer) => offer.usedTasks > 0)
    .map((offer) => ({ provider: offer.provider, tasks: offer.usedTasks }))
    .sort((a, b) => b.tasks - a.tasks);
}
