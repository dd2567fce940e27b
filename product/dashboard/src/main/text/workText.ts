import { taskCount, type TaskList } from '../api/types';
import { count } from './bagText';

const MAX_PARAMETERS = 6;

/** What the tasks of a bag are. */
export function taskListText(list: TaskList): string {
  const tasks = `${count(taskCount(list))} ${taskCount(list) === 1 ? 'task' : 'tasks'}`;
  switch (list.kind) {
    case 'sweep': {
      const names = list.parameters.slice(0, MAX_PARAMETERS).map((one) => `${one.name} (${count(one.values.length)})`);
      return `${tasks}, one for each combination of ${names.join(', ')}${list.parameters.length > MAX_PARAMETERS ? ' and more' : ''}`;
    }
    case 'lines':
      return `${tasks}, one for each line of a file`;
    default:
      return tasks;
  }
}

/** A number of bytes with a decimal unit. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
