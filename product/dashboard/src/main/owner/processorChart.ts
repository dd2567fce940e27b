import type { UsageStep } from './agentClient';

/** The use of the processors until now, followed by the forecast. */
export function usageSteps(history: UsageStep[], forecast: UsageStep[], nowMillis: number): UsageStep[] {
  const last = history.at(-1);
  const until = forecast[0]?.fromMillis ?? nowMillis;
  const known = history.filter((step) => step.fromMillis < until);
  if (forecast.length > 0) {
    return [...known, ...forecast];
  }
  // Without a forecast the last known use is drawn until now.
  return last === undefined ? [] : [...known, { fromMillis: nowMillis, local: 0, bags: 0 }];
}

/** The SVG path of the area between two heights of each step. */
export function area(
  all: UsageStep[],
  fromMillis: number,
  untilMillis: number,
  x: (millis: number) => number,
  low: (step: UsageStep) => number,
  high: (step: UsageStep) => number,
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

/** The step at an instant. */
export function stepAt(all: UsageStep[], millis: number): UsageStep | null {
  return all.findLast((step) => step.fromMillis <= millis) ?? null;
}
