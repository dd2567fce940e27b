import type { Offer } from '../api/types';

/** The deadlines and prices between which the user can choose with the current offers. */
export interface QuoteRange {
  earliestMillis: number;
  latestMillis: number;
  minPrice: number;
  maxPrice: number;
}

const millis = (instant: string): number => new Date(instant).getTime();

/**
 * The range of deadlines and prices of some offers.
 *
 * @param earliest the earliest completion of the bag
 * @param wanted a deadline that must be in the range, if there is one
 */
export function rangeOf(offers: Offer[], tasks: number, earliest: string, wanted: string | null): QuoteRange {
  const latest = Math.max(millis(earliest), ...offers.map((offer) => millis(offer.by)));
  const prices = offers.map((offer) => Number(offer.pricePerTask) * tasks);
  return {
    earliestMillis: millis(earliest),
    // Beyond the latest offer, so that the slider reaches it.
    latestMillis: Math.max(latest + Math.max(60_000, (latest - millis(earliest)) * 0.25), millis(wanted ?? earliest)),
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
  };
}

/** The instant at a step of a slider with a thousand steps. */
export function deadlineAt(range: QuoteRange, step: number): string {
  const spanMillis = range.latestMillis - range.earliestMillis;
  // Rounded up to a whole second, so that the first step can be met.
  const at = range.earliestMillis + (spanMillis * step) / 1000;
  return new Date(Math.ceil(at / 1000) * 1000).toISOString();
}

/** The step of an instant on that slider. */
export function stepOf(range: QuoteRange, instant: string): number {
  const spanMillis = range.latestMillis - range.earliestMillis;
  const step = spanMillis <= 0 ? 1000 : (1000 * (millis(instant) - range.earliestMillis)) / spanMillis;
  return Math.round(Math.min(1000, Math.max(0, step)));
}

/** The amount at a step of a slider with a thousand steps, from slightly below the lowest price to the highest. */
export function budgetAt(range: QuoteRange, step: number): string {
  const least = range.minPrice * 0.9;
  return credits(least + ((range.maxPrice * 1.02 - least) * step) / 1000);
}

/** Rounded up to three decimals, the precision of the market. */
export function credits(amount: number): string {
  return String(Math.ceil(amount * 1000 - 1e-6) / 1000);
}

/** The used tasks of each provider, largest first. */
export function tasksPerProvider(offers: Offer[]): { provider: string; tasks: number }[] {
  return offers
    .filter((offer) => offer.usedTasks > 0)
    .map((offer) => ({ provider: offer.provider, tasks: offer.usedTasks }))
    .sort((a, b) => b.tasks - a.tasks);
}
