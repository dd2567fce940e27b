/** The types of the REST API, see /openapi.yaml. Instants are ISO 8601 strings, amounts of money are credits as strings. */

export type BagState =
  | 'bidding'
  | 'calling'
  | 'quoted'
  | 'reserving'
  | 'held'
  | 'committing'
  | 'running'
  | 'done'
  | 'no-promise'
  | 'unmatched'
  | 'declined'
  | 'cancelled'
  | 'stopped'
  | 'given-up';

export interface FailedTasks {
  exitCode: number;
  count: number;
  tasks: string;
  /** The runtime in the bag file, if they were stopped at the limit that it sets. */
  runtimeSeconds: number | null;
}

export interface PromisedPart {
  provider: string;
  tasks: number;
  by: string;
  price: string;
  done: number;
  /** Whether the provider reserves processors for it. */
  firm: boolean;
}

export interface Alternative {
  by: string;
  price: string;
}

export interface Quote extends Alternative {
  /** When the providers expect to be done, which is often earlier. */
  expected: string;
  /** How much of the price hosts ask of users of other organisations. */
  surcharge?: string | null;
  expires: string;
  /** Meets the deadline but exceeds the budget, if the quote does not meet the deadline. */
  alternative: Alternative | null;
}

export interface Bag {
  id: string;
  name: string;
  state: BagState;
  tasks: number;
  done: number;
  failed: FailedTasks[];
  /** The tasks that exited with 0, but whose outputs are missing. */
  missingOutput: { count: number; tasks: string } | null;
  deadline: string | null;
  budget: string | null;
  valuation: string | null;
  /** The project that pays for the bag; null if its user pays. */
  project: string | null;
  promise: { by: string; price: string; parts: PromisedPart[] } | null;
  quote: Quote | null;
  forecast: string | null;
  breach: { cause: string; provider: string; promised: string; ended: string } | null;
  /** Paid to providers so far. */
  paid: string;
  submitted: string;
  ended: string | null;
  version: number;
  worstExitCode: number | null;
  failedAttempts: FailedAttempts | null;
}

/** Attempts that have failed, also of tasks that are retried. */
export interface FailedAttempts {
  count: number;
  tasks: number;
  latest: { taskIndex: number; attempt: number; exitCode: number; provider: string; stderr: string }[];
}

export interface BagList {
  bags: Bag[];
  next: string | null;
}

export interface Offer {
  provider: string;
  tasks: number;
  by: string;
  pricePerTask: string;
  usedTasks: number;
  unusedReason: string | null;
}

export interface HistoryEvent {
  at: string;
  event: string;
  providers: string[];
  from: string | null;
  by: string | null;
  reason: string | null;
  /** Of a bag with factors, when its limits are set. */
  limits?: Limits | null;
}

/** The limits that were set from factors, between the earliest and the cheapest composition. */
export interface Limits {
  earliest: Bound;
  cheapest: Bound;
  deadline: string | null;
  budget: string | null;
}

/** When a composition ends, and its price. */
export interface Bound {
  by: string;
  price: string;
}

export interface Explanation {
  calls: number;
  called: string[];
  /** How many other providers could have been called. */
  notCalled: number;
  silent: string[];
  offers: Offer[];
  history: HistoryEvent[];
  /** Of one task. */
  processors: number;
  noPromiseReason: string | null;
  /** What the bag would cost, if the account cannot pay it. */
  noPromisePrice: string | null;
  /** Which resource no provider has. */
  missingResource: string | null;
}

export interface Part {
  provider: string;
  tasks: number;
  placed: string;
  by: string;
  expected: string | null;
  ended: string | null;
  lost: string | null;
  lostCause: string | null;
  refused: string | null;
  arrivals: { at: string; tasks: number }[];
}

/**
 * The number of equal cells, then for each cell the number of succeeded, failed, placed and open tasks, and of tasks that
 * succeeded although outputs are missing.
 */
export type CellRun = [number, number, number, number, number, number];

export interface TaskCells {
  version: number;
  tasks: number;
  only: string | null;
  from: number;
  until: number;
  cellTasks: number;
  runs: CellRun[];
}

export interface Task {
  taskIndex: number;
  state: 'succeeded' | 'succeeded-missing-output' | 'failed' | 'placed' | 'open' | 'not-done';
  exitCode: number | null;
  provider: string | null;
  command: string | null;
  pack: string | null;
  attempts: number | null;
  started: string | null;
  ended: string | null;
  /** Outputs that were too large for the results, and that the provider keeps for some days. */
  kept: { path: string; bytes: number }[];
}

/** A result pack. */
export interface Pack {
  digest: string;
  /** Positions in the bag, as ranges. */
  tasks: string;
  bytes: number;
}

export interface PackList {
  only: string | null;
  packs: Pack[];
  more: boolean;
}

export interface Composition {
  policy: string | null;
  by: string | null;
  price: string;
  meetsDeadline: boolean;
  withinBudget: boolean;
  unplacedTasks: number;
  offers: Offer[];
}

export interface Provider {
  id: string;
  /** Whether its agent has ever enrolled. */
  enrolled: boolean;
  connected: boolean;
  kept: number;
  late: number;
  medianLateSeconds: number;
}

export interface ProviderRecord extends Provider {
  won: number;
  lost: number;
  lateSeconds: number[];
}

export interface Ask {
  provider: string;
  processors: number;
  pricePerProcessorHour: string;
  ask: number | null;
}

/** Tasks of a bag that were matched with a provider; a bag may have several matches. */
export interface Match {
  bag: string;
  name: string | null;
  tasks: number;
  processors: number;
  bid: number;
  provider: string;
  ask: number;
  start: string;
}

export interface Bid {
  bag: string;
  name: string | null;
  processors: number;
  valuation: string;
  deadline: string;
  bid: number | null;
}

export interface Clearing {
  at: string;
  policy: string;
  asks: Ask[];
  matches: Match[];
  waiting: Bid[];
  infeasible: Bid[];
}

export type EntryKind = 'deposit' | 'withdrawal' | 'hold' | 'charge' | 'release' | 'penalty';

export interface Entry {
  at: string;
  kind: EntryKind;
  /** Negative for money that left the account. */
  amount: string;
  /** After this entry; a charge does not change it. */
  balance: string;
  bag: string | null;
  name: string | null;
  provider: string | null;
  /** How much of a charge the host asks of users of other organisations. */
  surcharge?: string | null;
}

export interface Account {
  balance: string;
  /** How far the balance may fall below zero; null for no limit. */
  creditLimit: string | null;
  holds: { bag: string; name: string; amount: string }[];
  entries: Entry[];
  next: string | null;
}

/** A part of one of the user's bags at a shared host. */
export interface Share {
  bag: string;
  name: string;
  provider: string;
  tasks: number;
  done: number;
  placed: string;
  ended: string | null;
  bidPerMinute: string;
  paid: string;
}

export type TaskList =
  | { kind: 'count'; tasks: number }
  | { kind: 'sweep'; parameters: { name: string; values: string[] }[] }
  | { kind: 'zip'; parameters: { name: string; values: string[] }[] }
  | { kind: 'lines'; file: string; tasks: number };

export interface InputFile {
  path: string;
  digest: string;
  bytes: number;
  executable: boolean;
}

/** Small input files in folders, which are stored together. */
export interface InputPack {
  digest: string;
  bytes: number;
  files: number;
  /** Of the folders. */
  names: string[];
}

export interface WorkOrder {
  version: 1;
  name: string;
  command: string;
  taskList: TaskList;
  inputs: InputFile[];
  outputs: string[];
  width: number;
  runtimeMillis: number;
  retries: number;
  profiler?: string;
  options?: TaskOptions;
  /** Data of providers, such as site:genomes/hg38. */
  siteInputs?: string[];
  inputPacks?: InputPack[];
  results?: ResultOptions;
}

/** What the user says about the results of tasks, beside the patterns of their outputs. */
export interface ResultOptions {
  /** Of one task; 0 if unknown. */
  expectedBytes: number;
  /** Where outputs stay at the provider, such as site:scratch/run1. */
  site?: string;
}

/** How the tasks of a bag run, and when the bag is stopped. */
export interface TaskOptions {
  shell: "sh" | "bash" | null;
  setup: string[];
  environment: Record<string, string>;
  outputsRequired: boolean;
  stopAfterFailures: number;
  container?: Container;
}

/** The image in which tasks run: one of the two. */
export interface Container {
  image?: string;
  archive?: string;
}

/** A file that the user has chosen for a bag file. */
export interface ChosenFile {
  path: string;
  digest: string;
  bytes: number;
  lines: number;
}

/** A bag as its bag file defines it. */
export interface BagDraft {
  work: WorkOrder;
  deadline: string | null;
  budget: string | null;
  /** Instead of a deadline: from 0, as early as possible, to 1, when the cheapest offers end. */
  deadlineFactor?: string;
  /** Instead of a budget: from 0, the lowest price, to 1, the price of the earliest end. */
  budgetFactor?: string;
  mechanism?: 'auction' | 'share';
  valuation?: string;
  bidPerMinute?: string;
  domain?: 'local';
  /** The project that pays. */
  project?: string | null;
}

export interface Submission extends BagDraft {
  quoteFirst: boolean;
}

/** The number of tasks of a task list. */
export function taskCount(list: TaskList): number {
  switch (list.kind) {
    case 'sweep':
      return list.parameters.reduce((product, one) => product * one.values.length, 1);
    case 'zip':
      return list.parameters[0]?.values.length ?? 0;
    default:
      return list.tasks;
  }
}

/** The digests of the files that the tasks of a bag need. */
export function digestsOf(work: WorkOrder): string[] {
  const lines = work.taskList.kind === 'lines' ? [work.taskList.file] : [];
  return [...new Set([...lines, ...work.inputs.map((input) => input.digest)])];
}

const ENDED: readonly BagState[] = ['done', 'no-promise', 'unmatched', 'declined', 'cancelled', 'stopped', 'given-up'];

/** Whether the bag is in a final state. */
export function hasEnded(bag: Bag): boolean {
  return ENDED.includes(bag.state);
}

export function failedTasks(bag: Bag): number {
  return bag.failed.reduce((sum, failed) => sum + failed.count, 0);
}

/** The number of tasks that failed or were not done. */
export function tasksToRetry(bag: Bag): number {
  return bag.tasks - bag.done + failedTasks(bag);
}
