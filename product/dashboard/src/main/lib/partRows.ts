import type { Part, PromisedPart } from '../api/types';
import { partStateText } from '../text/bagText';

/** A part of a bag in the table of parts. */
export interface PartRow {
  provider: string;
  state: string;
  isBad: boolean;
  results: number;
  tasks: number;
  by: string;
  ended: string | null;
  /** Null for a part that is not in the promise any more. */
  price: string | null;
  /** Whether the provider reserves processors for it. */
  isFirm: boolean;
}

/**
 * The parts of all rounds in the order in which they were placed; until a part is placed, the parts of the promise.
 *
 * @param bagEnded when the bag ended, or null
 */
export function partRows(parts: Part[], promised: PromisedPart[], bagEnded: string | null, nowMillis: number): PartRow[] {
  if (parts.length === 0) {
    return promised.map((part) => ({
      provider: part.provider,
      state: bagEnded === null ? 'not started' : 'stopped',
      isBad: false,
      results: part.done,
      tasks: part.tasks,
      by: part.by,
      ended: null,
      price: part.price,
      isFirm: part.firm,
    }));
  }
  const isLive = (part: Part): boolean => part.lost === null && part.refused === null;
  return parts.map((part) => {
    const end = part.ended ?? bagEnded;
    const isLate = (end === null ? nowMillis : new Date(end).getTime()) > new Date(part.by).getTime();
    return {
      provider: part.provider,
      state: partStateText(part, nowMillis, bagEnded !== null),
      isBad: !isLive(part) || isLate,
      results: Math.min(part.arrivals.at(-1)?.tasks ?? 0, part.tasks),
      tasks: part.tasks,
      by: part.by,
      ended: part.ended,
      price: isLive(part) ? price(part, promised, parts.filter(isLive)) : null,
      isFirm: promised.some((one) => one.provider === part.provider && one.firm),
    };
  });
}

/** The price of a part: of the promised part with the same end, or of the only one of its provider. */
function price(part: Part, promised: PromisedPart[], live: Part[]): string | null {
  const ofProvider = promised.filter((one) => one.provider === part.provider);
  const same = ofProvider.find((one) => one.by === part.by);
  const isOnly = ofProvider.length === 1 && live.filter((one) => one.provider === part.provider).length === 1;
  return (same ?? (isOnly ? ofProvider[0] : undefined))?.price ?? null;
}
