/** A time axis that maps instants to pixels. */
export interface TimeScale {
  fromMillis: number;
  untilMillis: number;
  /** Pixels of the whole axis. */
  width: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 91 * DAY, 365 * DAY,
];

/** A scale from the first to the last of some instants, with a margin on both sides. */
export function scaleOver(instants: number[], width: number): TimeScale {
  const known = instants.filter(Number.isFinite);
  const first = known.length === 0 ? 0 : Math.min(...known);
  const last = known.length === 0 ? SECOND : Math.max(...known);
  const margin = Math.max((last - first) * 0.03, SECOND / 2);
  return { fromMillis: first - margin, untilMillis: last + margin, width: Math.max(width, 1) };
}

export function x(scale: TimeScale, millis: number): number {
  return ((millis - scale.fromMillis) / (scale.untilMillis - scale.fromMillis)) * scale.width;
}

/** At most this many instants that are round in local time. */
export function ticks(scale: TimeScale, maxTicks: number): number[] {
  const span = scale.untilMillis - scale.fromMillis;
  const step = STEPS.find((candidate) => span / candidate <= maxTicks) ?? 365 * DAY;
  const zoneMillis = new Date(scale.fromMillis).getTimezoneOffset() * MINUTE;
  const ticks: number[] = [];
  let tick = Math.ceil((scale.fromMillis - zoneMillis) / step) * step + zoneMillis;
  while (tick <= scale.untilMillis) {
    ticks.push(tick);
    tick += step;
  }
  return ticks;
}

/** The label of a tick: as much of date and time as the span requires. */
export function tickLabel(scale: TimeScale, tick: number): string {
  const date = new Date(tick);
  const span = scale.untilMillis - scale.fromMillis;
  const two = (number: number): string => String(number).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (span < 10 * MINUTE) {
    return `${clock}:${two(date.getSeconds())}`;
  }
  if (span < 2 * DAY) {
    return clock;
  }
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return span < 6 * DAY ? `${day} ${clock}` : day;
}
