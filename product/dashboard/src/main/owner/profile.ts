import type { Step } from './agent';

/** What is drawn: who had the processors until now, and who will have them. */
export function steps(past: Step[], future: Step[], nowMillis: number): Step[] {
  const last = past.at(-1);
  const until = future[0]?.fromMillis ?? nowMillis;
  const known = past.filter((step) => step.fromMillis < until);
  if (future.length > 0) {
    return [...known, ...future];
  }
  // Nothing is planned: it stays as it was seen, until now.
  return last === undefined ? [] : [...known, { fromMillis: nowMillis, local: 0, bags: 0 }];
}

/** The outline of a stack of steps between two heights that each step has. */
export function area(
  all: Step[],
  fromMillis: number,
  untilMillis: number,
  x: (millis: number) => number,
  low: (step: Step) => number,
  high: (step: Step) => number,
): string {
  const shown = all
    .map((step, i) => ({
      step,
      from: Math.max(fromMillis, step.fromMillis),
      until: Math.min(untilMillis, all[i + 1]?.fromMillis ?? untilMillis),
    }))
    .filter((one) => one.until > one.from);
  if (shown.length === 0) {
    return '';
  }
  const point = (millis: number, height: number): string => `${x(millis).toFixed(1)} ${height.toFixed(1)}`;
  const above = shown.map((one) => `${point(one.from, high(one.step))} L ${point(one.until, high(one.step))}`);
  const below = shown.map((one) => `${point(one.until, low(one.step))} L ${point(one.from, low(one.step))}`).reverse();
  return `M ${above.join(' L ')} L ${below.join(' L ')} Z`;
}

/** Who has the processors at an instant. */
export function at(all: Step[], millis: number): Step | null {
  return all.findLast((step) => step.fromMillis <= millis) ?? null;
}
