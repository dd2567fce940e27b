import { describe, expect, test } from 'vitest';
import { deadlineOf, durationMillis, readBagFile, submissionOf, taskCount } from '../main/logic/bagfile';
import { lines } from '../main/logic/files';
import { bagFileOf, EMPTY_FORM } from '../main/logic/form';
import { NOW } from './fixtures';

const read = (text: string) => readBagFile(`version: 1\n${text}`, NOW);
const LEAST = 'command: "true"\ntasks: 4\nruntime: 2m\n';

describe('a bag file', () => {
  test('is read as the command line reads it', () => {
    const draft = read(
      'name: pi-sweep\ncommand: python3 pi.py --seed {seed} --n {n}\nsweep: {seed: 1-100, n: [1e6, 1e7]}\ninputs: [pi.py]\n' +
        'outputs: ["*.json"]\nprocessors: 2\nruntime: 2m\ndeadline: +3h\nbudget: 300\nretries: 2\n',
    );
    expect(draft.work).toEqual({
      version: 1, name: 'pi-sweep', command: 'python3 pi.py --seed {seed} --n {n}', outputs: ['*.json'], width: 2,
      runtimeMillis: 120_000, retries: 2,
    });
    expect(draft.taskList).toMatchObject({ kind: 'sweep' });
    expect(taskCount(draft.taskList!)).toBe(200);
    // As it is written, not as a number.
    expect(draft.taskList).toHaveProperty('parameters.1.values', ['1e6', '1e7']);
    expect(draft.deadline).toBe('2026-11-20T12:00:00.000Z');
    expect(draft.budget).toBe('300');
  });

  test.each([
    ['tasks: 4\nruntime: 2m', 'command is missing'],
    ['command: x\nruntime: 2m', 'none of them'],
    [`${LEAST}sweep: {a: 1-2}`, 'tasks and sweep'],
    [`${LEAST}colour: red`, 'colour is no field'],
    [`${LEAST}name: [a]`, 'name must be one value'],
    [`${LEAST}tasks: 5`, 'unique'],
    ['command: x\ntasks: 0\nruntime: 1s', 'tasks is "0"'],
    ['command: x\ntasks: 4\nruntime: soon', 'runtime is "soon"'],
    ['command: x\nsweep: {a: 9-1}\nruntime: 1s', 'ascends'],
    ['command: x\nsweep: {a: 1-2000, b: 1-2000}\nruntime: 1s', 'combinations'],
    ['command: x\nsweep: {"a b": 1}\nruntime: 1s', 'no name'],
    [`${LEAST}deadline: 2020-01-01T00:00Z`, 'past'],
    [`${LEAST}deadline: friday`, 'deadline is "friday"'],
    [`${LEAST}budget: -1`, 'budget is "-1"'],
    [`${LEAST}mechanism: auction\nvaluation: 5`, 'one task'],
    [`${LEAST}valuation: 5`, 'does not bid'],
    [`${LEAST}bid_per_minute: 5`, 'does not share'],
    [`${LEAST}mechanism: lottery`, 'auction or share'],
    [`${LEAST}inputs: &a [x]\noutputs: *a`, 'alias'],
  ])('complains of %j', (text, complaint) => {
    expect(() => read(text)).toThrow(complaint);
  });

  test('of another form or version is refused', () => {
    expect(() => readBagFile('- 1', NOW)).toThrow('must be fields');
    expect(() => readBagFile(`version: 2\n${LEAST}`, NOW)).toThrow('version is "2"');
  });

  test('that bids is handed in with what it is worth, and never asked about', () => {
    const draft = read('command: x\ntasks: 1\nruntime: 1s\ndeadline: +1h\nmechanism: auction\nvaluation: 12.5\n');
    const wish = { deadline: draft.deadline, budget: null, ask: true };
    expect(submissionOf(draft, draft.taskList!, [], wish)).toMatchObject({ mechanism: 'auction', valuation: '12.5', ask: false });
    const shared = read(`${LEAST}budget: 5\nmechanism: share\nbid_per_minute: 0.5\n`);
    expect(submissionOf(shared, shared.taskList!, [], { deadline: null, budget: shared.budget, ask: false })).toMatchObject({
      mechanism: 'share', bidPerMinute: '0.5', budget: '5',
    });
  });

  test('of a form says the same as the form', () => {
    const form = { ...EMPTY_FORM, command: 'echo "a: b" # {task}', kind: 'sweep' as const, sweep: 'seed: 1-3\nn: [a, b]', outputs: '*.json, logs/**', deadline: '+2h', budget: '7.5' };
    const draft = readBagFile(bagFileOf(form), NOW);
    expect(draft.work.command).toBe(form.command);
    expect(taskCount(draft.taskList!)).toBe(6);
    expect(draft.work.outputs).toEqual(['*.json', 'logs/**']);
    expect(draft.budget).toBe('7.5');
  });
});

test('durations and deadlines', () => {
  expect(durationMillis('1d12h')).toBe(129_600_000);
  expect(durationMillis('90s')).toBe(90_000);
  expect(durationMillis('0s')).toBeNull();
  expect(durationMillis('5')).toBeNull();
  expect(deadlineOf('2026-11-20 12:00+01:00', NOW)).toBe('2026-11-20T11:00:00.000Z');
});

test('every line is a task', () => {
  expect(lines('a\nb\n')).toBe(2);
  expect(lines('a\n\nb')).toBe(3);
});
