/** Formats times and durations like the command line. */

const two = (number: number): string => String(number).padStart(2, '0');

/** Date and time in the time zone of the browser. */
export function formatTime(instant: string | number): string {
  const date = new Date(instant);
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  );
}

/** The time only if the date is today; otherwise date and time. */
export function formatShort(instant: string | number, nowMillis: number): string {
  const text = formatTime(instant);
  return text.slice(0, 10) === formatTime(nowMillis).slice(0, 10) ? text.slice(11) : text.slice(0, 16);
}

/** The distance from now. */
export function formatRelative(instant: string | number, nowMillis: number): string {
  const millis = new Date(instant).getTime() - nowMillis;
  return millis < 0 ? `${formatDuration(-millis)} ago` : `in ${formatDuration(millis)}`;
}

/** Date and time with the distance from now. */
export function formatWithRelative(instant: string | number, nowMillis: number): string {
  return `${formatTime(instant)} (${formatRelative(instant, nowMillis)})`;
}

/** A duration in its two largest units. */
export function formatDuration(millis: number): string {
  const seconds = Math.floor(millis / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) {
    return `${days} d ${hours % 24} h`;
  }
  if (hours > 0) {
    return `${hours} h ${minutes % 60} min`;
  }
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
