import { expect, test } from 'vitest';
import { digestsOf, taskCount } from '../main/api/types';
import { bagFileOf, EMPTY_FORM } from '../main/lib/bagForm';
import { lineCount, readFiles } from '../main/lib/inputFiles';

test('a form becomes a bag file', () => {
  const form = {
    ...EMPTY_FORM, command: 'echo "a: b" # {task}', kind: 'sweep' as const, sweep: 'seed: 1-3\nn: [a, b]', outputs: '*.json, logs/**',
    deadline: '+2h', budget: '7.5',
  };
  expect(bagFileOf(form)).toBe(
    'version: 1\nname: sweep\ncommand: "echo \\"a: b\\" # {task}"\nsweep:\n  seed: 1-3\n  n: [a, b]\noutputs: ["*.json", "logs/**"]\n' +
      'processors: 1\nruntime: 1m\nretries: 0\ndeadline: +2h\nbudget: 7.5\n',
  );
});

test('the project that pays stays a text in the bag file', () => {
  expect(bagFileOf({ ...EMPTY_FORM, project: 'physics' })).toContain('\nproject: "physics"\n');
  expect(bagFileOf({ ...EMPTY_FORM, project: '1e5' })).toContain('\nproject: "1e5"\n');
  expect(bagFileOf(EMPTY_FORM)).not.toContain('project');
});

test('a task list has a number of tasks', () => {
  expect(taskCount({ kind: 'count', tasks: 7 })).toBe(7);
  expect(taskCount({ kind: 'sweep', parameters: [{ name: 'a', values: ['1', '2'] }, { name: 'b', values: ['x', 'y', 'z'] }] })).toBe(6);
  expect(taskCount({ kind: 'zip', parameters: [{ name: 'a', values: ['1', '2'] }, { name: 'b', values: ['x', 'y'] }] })).toBe(2);
});

test('a chosen file has a digest and lines', async () => {
  const [file] = await readFiles([new File(['a\nb\n'], 'lines.txt')]);
  expect(file?.description).toEqual({
    path: 'lines.txt', digest: '911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2', bytes: 4, lines: 2,
  });
});

test('every line is a task', () => {
  const lines = (text: string): number => lineCount(new TextEncoder().encode(text));
  expect(lines('a\nb\n')).toBe(2);
  expect(lines('a\n\nb')).toBe(3);
  expect(lines('')).toBe(0);
});

test('a bag needs its inputs and its file of lines, each once', () => {
  const input = { path: 'a', digest: 'd1', bytes: 1, executable: false };
  const work = {
    version: 1 as const, name: 'n', command: 'c', outputs: [], width: 1, runtimeMillis: 1, retries: 0,
    taskList: { kind: 'lines' as const, file: 'd2', tasks: 1 }, inputs: [input, { ...input, path: 'b' }],
  };
  expect(digestsOf(work)).toEqual(['d2', 'd1']);
});
