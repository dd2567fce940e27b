import { expect, test } from 'vitest';
import { taskRunText } from '../main/text/taskText';

test('the run of a task names its duration, start and attempts', () => {
  const now = Date.parse('2030-01-01T12:00:00');
  expect(taskRunText('2030-01-01T10:04:30', '2030-01-01T10:06:30', 2, now)).toBe('ran for 2 min 0 s from 10:04:30, in 2 attempts');
  expect(taskRunText('2030-01-01T10:04:30', '2030-01-01T10:04:42', 1, now)).toBe('ran for 12 s from 10:04:30');
});
