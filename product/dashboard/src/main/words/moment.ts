/** Points and stretches of time for people, as the command line says them. */

const two = (number: number): string => String(number).padStart(2, '0');

/** On the clock at the wall, in the zone of this browser. */
export function at(instant: string | number): string {
  const date = new Date(instant);
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  );
}

/** The same, without the date if it is today's. */
export function shortly(instant: string | number, nowMillis: number): string {
  const text = at(instant);
  return text.slice(0, 10) === at(nowMillis).slice(0, 10) ? text.slice(11) : text.slice(0, 16);
}

/** How far it is from now. */
export function away(instant: string | number, nowMillis: number): string {
  const millis = new Date(instant).getTime() - nowMillis;
  return millis < 0 ? `${length(-millis)} ago` : `in ${length(millis)}`;
}

/** The same, after the time. */
export function from(instant: string | number, nowMillis: number): string {
  return `${at(instant)} (${away(instant, nowMillis)})`;
}

/** In the two largest units that matter. */
export function length(millis: number): string {
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
