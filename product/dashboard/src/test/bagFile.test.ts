import { describe, expect, test } from 'vitest';
import { deadlineOf, durationMillis, readBagFile, submissionOf, taskCount } from '../main/lib/bagFile';
import { lineCount } from '../main/lib/inputFiles';
import { bagFileOf, EMPTY_FORM } from '../main/lib/bagForm';
import { NOW } from './fixtures';

const read = (text: string) => readBagFile(`version: 1\n${text}`, NOW);
const MINIMAL = 'command: "true"\ntasks: 4\nruntime: 2m\n';

describe('a bag file', () => {
  test('is parsed like on the command line', () => {
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
    // The text as written, not a number.
    expect(draft.taskList).toHaveProperty('parameters.1.values', ['1e6', '1e7']);
    expect(draft.deadline).toBe('2026-11-20T12:00:00.000Z');
    expect(draft.budget).toBe('300');
  });

  test.each([
    ['tasks: 4\nruntime: 2m', 'command is missing'],
    ['command: x\nruntime: 2m', 'none of them'],
    [`${MINIMAL}sweep: {a: 1-2}`, 'tasks and sweep'],
    [`${MINIMAL}colour: red`, 'colour is not a field'],
    [`${MINIMAL}name: [a]`, 'name must be a single value'],
    [`${MINIMAL}tasks: 5`, 'unique'],
    ['command: x\ntasks: 0\nruntime: 1s', 'tasks is "0"'],
    ['command: x\ntasks: 4\nruntime: soon', 'runtime is "soon"'],
    ['command: x\nsweep: {a: 9-1}\nruntime: 1s', 'ascending'],
    ['command: x\nsweep: {a: 1-2000, b: 1-2000}\nruntime: 1s', 'combinations'],
    ['command: x\nsweep: {"a b": 1}\nruntime: 1s', 'not a valid name'],
    [`${MINIMAL}deadline: 2020-01-01T00:00Z`, 'in the past'],
    [`${MINIMAL}deadline: friday`, 'deadline is "friday"'],
    [`${MINIMAL}budget: -1`, 'budget is "-1"'],
    [`${MINIMAL}mechanism: auction\nvaluation: 5`, 'exactly one task'],
    [`${MINIMAL}valuation: 5`, 'needs "mechanism: auction"'],
    [`${MINIMAL}bid_per_minute: 5`, 'needs "mechanism: share"'],
    [`${MINIMAL}mechanism: lottery`, 'auction or share'],
    [`${MINIMAL}inputs: &a [x]\noutputs: *a`, 'alias'],
  ])('with %j is rejected', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('of another form or version is rejected', () => {
    expect(() => readBagFile('- 1', NOW)).toThrow('must consist of fields');
    expect(() => readBagFile(`version: 2\n${MINIMAL}`, NOW)).toThrow('version is "2"');
  });

  test('with a mechanism is submitted without a quote', () => {
    const draft = read('command: x\ntasks: 1\nruntime: 1s\ndeadline: +1h\nmechanism: auction\nvaluation: 12.5\n');
    const requirements = { deadline: draft.deadline, budget: null, quoteFirst: true };
    expect(submissionOf(draft, draft.taskList!, [], requirements)).toMatchObject({
      mechanism: 'auction', valuation: '12.5', quoteFirst: false,
    });
    const shared = read(`${MINIMAL}budget: 5\nmechanism: share\nbid_per_minute: 0.5\n`);
    expect(submissionOf(shared, shared.taskList!, [], { deadline: null, budget: shared.budget, quoteFirst: false })).toMatchObject({
      mechanism: 'share', bidPerMinute: '0.5', budget: '5',
    });
  });

  test('has the content of the form', () => {
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
  expect(lineCount('a\nb\n')).toBe(2);
  expect(lineCount('a\n\nb')).toBe(3);
});
