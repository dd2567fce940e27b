import { formatDuration, formatShort } from './time';

/** When the last attempt at a task ran, such as "ran for 2 min from 10:04:30, in 2 attempts". */
export function taskRunText(started: string, ended: string, attempts: number, nowMillis: number): string {
  const run = formatDuration(Date.parse(ended) - Date.parse(started));
  return `ran for ${run} from ${formatShort(started, nowMillis)}${attempts > 1 ? `, in ${attempts} attempts` : ''}`;
}
