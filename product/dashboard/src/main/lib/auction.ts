import type { Clearing } from '../api/types';

/** How many bags a cycle matched; a bag of several tasks may have several matches. */
export function matchedBags(clearing: Clearing): number {
  return new Set(clearing.matches.map((match) => match.bag)).size;
}
