import type { Spending } from '../lib/accountHistory';
import { thousandths } from '../lib/money';
import type { UsageRow } from './types';

const DAY_MILLIS = 24 * 60 * 60 * 1000;

/** As many colours as a chart has; the rest is summed. */
const MAX_SERIES = 8;
const AXIS_ENDS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];
export const OTHERS = 'others';

/** By what the usage is divided. */
export type UsageKey = 'user' | 'provider' | 'day';

/** Usage summed by member, provider or day; the highest first, days the latest first. */
export function usageBy(rows: UsageRow[], key: UsageKey): Spending[] {
  const sums = new Map<string, { charged: number; penalties: number }>();
  for (const row of rows) {
    const sum = sums.get(row[key]) ?? { charged: 0, penalties: 0 };
    sums.set(row[key], sum);
    sum.charged += thousandths(row.charged);
    sum.penalties += thousandths(row.penalties);
  }
  return [...sums]
    .map(([name, sum]) => ({
      key: name,
      name,
      charged: sum.charged / 1000,
      penalties: sum.penalties / 1000,
      spent: (sum.charged - sum.penalties) / 1000,
    }))
    .sort((a, b) => (key === 'day' ? 0 : b.charged - a.charged) || compare(a.name, b.name) * (key === 'day' ? -1 : 1));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A day of a chart. */
export interface UsageDay {
  day: string;
  charged: number;
  /** One for each series of the chart, from the bottom. */
  parts: { name: string; charged: number; from: number }[];
}

export interface UsageSeries {
  names: string[];
  days: UsageDay[];
  /** The most that was charged on a day. */
  highest: number;
}

/** Charges by day, also of days without any, divided by member or by provider. */
export function usageSeries(rows: UsageRow[], key: 'user' | 'provider', from: string, until: string): UsageSeries {
  const all = usageBy(rows, key).map((one) => one.name);
  const names = all.length <= MAX_SERIES ? all : [...all.slice(0, MAX_SERIES - 1), OTHERS];
  const days = daysBetween(from, until).map((day) => {
    const amounts = names.map(() => 0);
    for (const row of rows) {
      if (row.day === day) {
        const i = names.indexOf(row[key]);
        amounts[i < 0 ? names.length - 1 : i]! += thousandths(row.charged);
      }
    }
    let sum = 0;
    const parts = names.map((name, i) => {
      const part = { name, charged: amounts[i]! / 1000, from: sum / 1000 };
      sum += amounts[i]!;
      return part;
    });
    return { day, charged: sum / 1000, parts };
  });
  return { names, days, highest: Math.max(0, ...days.map((day) => day.charged)) };
}

/** All days from the first to the last, which may be the same. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = [];
  for (let millis = Date.parse(from); millis <= Date.parse(until); millis += DAY_MILLIS) {
    days.push(utcDay(millis));
  }
  return days;
}

/** The day (UTC) of an instant. */
export function utcDay(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** The first of some days, of which the last is today (UTC). */
export function firstDay(days: number, nowMillis: number): string {
  return utcDay(nowMillis - (days - 1) * DAY_MILLIS);
}

/** A number with at most two digits that is not below a value: the end of an axis. */
export function roundAbove(value: number): number {
  if (value <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = AXIS_ENDS.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(3));
}
