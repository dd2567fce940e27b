import type { DayActivity } from './agentClient';

/** The total of some days; money is added in thousandths of a credit, as on the server. */
export function totalOf(days: DayActivity[]): Omit<DayActivity, 'day'> {
  const total = { calls: 0, offers: 0, committedParts: 0, endedTasks: 0, billed: '0' };
  let thousandths = 0;
  for (const day of days) {
    total.calls += day.calls;
    total.offers += day.offers;
    total.committedParts += day.committedParts;
    total.endedTasks += day.endedTasks;
    thousandths += Math.round(Number(day.billed) * 1000);
  }
  total.billed = String(thousandths / 1000);
  return total;
}

/** The last days, including today. */
export function recentDays(days: DayActivity[], number: number, nowMillis: number): DayActivity[] {
  const first = new Date(nowMillis - (number - 1) * 86_400_000).toISOString().slice(0, 10);
  return days.filter((day) => day.day >= first);
}
