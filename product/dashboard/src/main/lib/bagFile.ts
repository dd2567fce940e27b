import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { InputFile, Submission, TaskList, WorkOrder } from '../api/types';

/** An invalid bag file; the message contains the field, its value and what is expected. */
export class BagFileError extends Error {}

/** How a bag gets its promise, if not by offers of the providers. */
export type Mechanism = { kind: 'auction'; valuation: string } | { kind: 'share'; bidPerMinute: string | null };

/** A parsed bag file, before its input files are read. */
export interface BagDraft {
  work: Omit<WorkOrder, 'inputs' | 'taskList'>;
  /** Null if each line of a file is a task. */
  taskList: TaskList | null;
  eachLine: string | null;
  inputs: string[];
  deadline: string | null;
  budget: string | null;
  mechanism: Mechanism | null;
}

const FIELDS = [
  'version', 'name', 'command', 'tasks', 'sweep', 'each_line', 'inputs', 'outputs', 'processors', 'runtime',
  'profiler', 'deadline', 'budget', 'retries', 'mechanism', 'valuation',
  'bid_per_minute',
];
const MAX_TASKS = 1_000_000;
const MAX_DURATION_MILLIS = 3650 * 86_400_000;
const UNITS: [RegExp, number][] = [
  [/^(\d{1,6})d/, 86_400_000],
  [/^(\d{1,6})h/, 3_600_000],
  [/^(\d{1,6})m/, 60_000],
  [/^(\d{1,8})s/, 1000],
];

type YamlValue = string | YamlValue[] | { [name: string]: YamlValue } | null;

/** Parses a bag file like `tender submit`: every value is the text as written, and unknown fields are errors. */
export function readBagFile(text: string, nowMillis: number): BagDraft {
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    throw new BagFileError(problem.message.split('\n')[0] ?? 'The file is not valid YAML.');
  }
  if (!isMap(document.contents)) {
    throw new BagFileError('The file must consist of fields and values, such as "command: ./run {task}".');
  }
  const fields = plainValue(document.contents, 'the file', 0) as { [name: string]: YamlValue };
  for (const name of Object.keys(fields)) {
    if (!FIELDS.includes(name)) {
      throw new BagFileError(`${name} is not a field of a bag file. Known fields: ${FIELDS.join(', ')}.`);
    }
  }
  return draft(fields, nowMillis);
}

function plainValue(node: unknown, where: string, depth: number): YamlValue {
  if (depth > 4) {
    throw new BagFileError(`${where} is nested too deeply.`);
  }
  if (isScalar(node)) {
    return node.value === null ? null : String(node.value);
  }
  if (isSeq(node)) {
    return node.items.map((item) => plainValue(item, where, depth + 1));
  }
  if (isMap(node)) {
    const result: { [name: string]: YamlValue } = Object.create(null) as { [name: string]: YamlValue };
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : '';
      result[name] = plainValue(pair.value, name, depth + 1);
    }
    return result;
  }
  if (node === null || node === undefined) {
    return null;
  }
  throw new BagFileError(`${where} uses a YAML alias. Write the value itself.`);
}

function draft(fields: { [name: string]: YamlValue }, nowMillis: number): BagDraft {
  const version = single(fields, 'version');
  if (version !== '1') {
    throw new BagFileError(`version is "${version ?? ''}", and must be 1.`);
  }
  const eachLine = single(fields, 'each_line');
  const taskList = tasks(fields, eachLine);
  const command = single(fields, 'command');
  if (command === null || command.trim() === '') {
    throw new BagFileError('command is missing. Give the shell command of a task.');
  }
  const profiler = single(fields, 'profiler');
  const deadlineText = single(fields, 'deadline');
  return {
    work: {
      version: 1,
      name: single(fields, 'name') ?? 'bag',
      command,
      outputs: texts(fields, 'outputs'),
      width: wholeNumber(fields, 'processors', '1', 1, 100_000),
      runtimeMillis: runtime(fields),
      retries: wholeNumber(fields, 'retries', '0', 0, 100),
      ...(profiler === null ? {} : { profiler }),
    },
    taskList,
    eachLine,
    inputs: texts(fields, 'inputs'),
    deadline: deadlineText === null ? null : deadlineOf(deadlineText, nowMillis),
    budget: money(single(fields, 'budget'), 'budget'),
    mechanism: mechanismOf(fields, taskList),
  };
}

function single(fields: { [name: string]: YamlValue }, name: string): string | null {
  const value = fields[name] ?? null;
  if (value !== null && typeof value !== 'string') {
    throw new BagFileError(`${name} must be a single value.`);
  }
  return value;
}

function texts(fields: { [name: string]: YamlValue }, name: string): string[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw new BagFileError(`${name} must be a list, such as ["*.json"].`);
  }
  return value as string[];
}

function wholeNumber(fields: { [name: string]: YamlValue }, name: string, defaultText: string, min: number, max: number): number {
  const text = single(fields, name) ?? defaultText;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max)) {
    throw new BagFileError(`${name} is "${text}", and must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

/** One of the three ways to define the tasks. */
function tasks(fields: { [name: string]: YamlValue }, eachLine: string | null): TaskList | null {
  const given = ['tasks', 'sweep', 'each_line'].filter((name) => (fields[name] ?? null) !== null);
  if (given.length !== 1) {
    throw new BagFileError(
      `The file must have one of tasks, sweep and each_line, but has ${given.length === 0 ? 'none of them' : given.join(' and ')}.`,
    );
  }
  if (eachLine !== null) {
    return null;
  }
  return given[0] === 'tasks'
    ? { kind: 'count', tasks: wholeNumber(fields, 'tasks', '', 1, MAX_TASKS) }
    : { kind: 'sweep', parameters: sweep(fields['sweep'] ?? null) };
}

function sweep(value: YamlValue): { name: string; values: string[] }[] {
  if (value === null || typeof value === 'string' || Array.isArray(value)) {
    throw new BagFileError('sweep must be parameters and their values, such as {seed: 1-100, n: [10, 20]}.');
  }
  let combinations = 1;
  const parameters = Object.entries(value).map(([name, given]) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) {
      throw new BagFileError(`sweep has the parameter "${name}", which is not a valid name.`);
    }
    const values = sweepValues(name, given);
    combinations *= values.length;
    return { name, values };
  });
  if (parameters.length === 0 || combinations > MAX_TASKS || combinations === 0) {
    throw new BagFileError(`sweep must have from 1 to ${MAX_TASKS} combinations, and has ${combinations}.`);
  }
  return parameters;
}

function sweepValues(name: string, given: YamlValue): string[] {
  if (Array.isArray(given)) {
    if (given.some((item) => typeof item !== 'string')) {
      throw new BagFileError(`sweep.${name} must be a list of values.`);
    }
    return given as string[];
  }
  if (typeof given !== 'string') {
    throw new BagFileError(`sweep.${name} has no values.`);
  }
  const range = /^(\d{1,15})-(\d{1,15})$/.exec(given);
  if (range === null) {
    return [given];
  }
  const [first, last] = [Number(range[1]), Number(range[2])];
  const padded = /^0\d/.test(range[1] ?? '') || /^0\d/.test(range[2] ?? '');
  if (padded || last < first || last - first >= MAX_TASKS) {
    throw new BagFileError(`sweep.${name} is "${given}", and must be an ascending range without leading zeros.`);
  }
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

function runtime(fields: { [name: string]: YamlValue }): number {
  const text = single(fields, 'runtime');
  const millis = text === null ? null : durationMillis(text);
  if (millis === null) {
    throw new BagFileError(
      `runtime is ${text === null ? 'missing' : `"${text}"`}. Give the run time of one task, such as 90s, 2m or 1h30m.`,
    );
  }
  return millis;
}

/** Parses a duration such as 90s, 2m or 1d12h; null if it is invalid. */
export function durationMillis(text: string): number | null {
  let rest = text;
  let millis = 0;
  for (const [unit, unitMillis] of UNITS) {
    const match = unit.exec(rest);
    if (match !== null) {
      millis += Number(match[1]) * unitMillis;
      rest = rest.slice(match[0].length);
    }
  }
  return rest !== '' || millis < 1 || millis > MAX_DURATION_MILLIS ? null : millis;
}

/** Parses a deadline: +3h from now, 2026-11-20T09:00 in the browser's time zone, or the same with an offset. */
export function deadlineOf(text: string, nowMillis: number): string {
  const fromNow = text.startsWith('+') ? durationMillis(text.slice(1)) : null;
  const written = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text)
    ? new Date(text.replace(' ', 'T')).getTime()
    : NaN;
  const millis = fromNow !== null ? nowMillis + fromNow : written;
  if (!Number.isFinite(millis)) {
    throw new BagFileError(`deadline is "${text}". Write +3h, 2026-11-20T09:00 or 2026-11-20T09:00Z.`);
  }
  if (millis <= nowMillis) {
    throw new BagFileError(`deadline is "${text}", which is in the past.`);
  }
  return new Date(millis).toISOString();
}

function money(text: string | null, name: string): string | null {
  if (text !== null && !/^\d{1,12}(\.\d{1,3})?$/.test(text)) {
    throw new BagFileError(`${name} is "${text}", and must be credits with at most three decimals, such as 12.5.`);
  }
  return text;
}

function mechanismOf(fields: { [name: string]: YamlValue }, taskList: TaskList | null): Mechanism | null {
  const mechanism = single(fields, 'mechanism');
  const valuation = money(single(fields, 'valuation'), 'valuation');
  const bidPerMinute = money(single(fields, 'bid_per_minute'), 'bid_per_minute');
  if (bidPerMinute !== null && mechanism !== 'share') {
    throw new BagFileError('bid_per_minute needs "mechanism: share". Add it, or remove bid_per_minute.');
  }
  if (mechanism !== 'auction') {
    if (valuation !== null) {
      throw new BagFileError('valuation needs "mechanism: auction". Add it, or remove valuation.');
    }
    if (mechanism === null) {
      return null;
    }
    if (mechanism === 'share') {
      return { kind: 'share', bidPerMinute };
    }
    throw new BagFileError(`mechanism is "${mechanism}", and must be auction or share, or be absent.`);
  }
  if (taskList?.kind !== 'count' || taskList.tasks !== 1) {
    throw new BagFileError('mechanism is auction, and then the bag must have exactly one task.');
  }
  if (valuation === null) {
    throw new BagFileError('valuation is missing. Give the most that the bag may cost, in credits.');
  }
  return { kind: 'auction', valuation };
}

/** The number of tasks of a task list. */
export function taskCount(list: TaskList): number {
  return list.kind === 'sweep' ? list.parameters.reduce((product, one) => product * one.values.length, 1) : list.tasks;
}

/** The submission of a bag. A bag with a mechanism gets no quote first. */
export function submissionOf(
  draft: BagDraft,
  taskList: TaskList,
  inputs: InputFile[],
  requirements: { deadline: string | null; budget: string | null; quoteFirst: boolean },
): Submission {
  const work: WorkOrder = { ...draft.work, taskList, inputs };
  switch (draft.mechanism?.kind) {
    case 'auction':
      return {
        work, deadline: requirements.deadline, budget: null, quoteFirst: false, mechanism: 'auction',
        valuation: draft.mechanism.valuation,
      };
    case 'share': {
      const bid = draft.mechanism.bidPerMinute;
      return { work, ...requirements, quoteFirst: false, mechanism: 'share', ...(bid === null ? {} : { bidPerMinute: bid }) };
    }
    default:
      return { work, ...requirements };
  }
}
