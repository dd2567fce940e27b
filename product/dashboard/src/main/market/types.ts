/** What the market says, as /openapi.yaml has it. Instants are texts in ISO 8601, money is credits in a text. */

export type State =
  | 'bidding'
  | 'calling'
  | 'asking'
  | 'reserving'
  | 'committing'
  | 'running'
  | 'done'
  | 'no-promise'
  | 'missed'
  | 'declined'
  | 'cancelled'
  | 'given-up';

export interface Failed {
  exitCode: number;
  count: number;
  tasks: string;
}

export interface PromisedPart {
  provider: string;
  tasks: number;
  by: string;
  price: string;
  done: number;
}

/** What else can be had. */
export interface Alternative {
  by: string;
  price: string;
}

export interface CounterOffer extends Alternative {
  until: string;
  /** What makes the deadline for more than the budget, if the quote does not make it. */
  inTime: Alternative | null;
}

export interface Bag {
  id: string;
  name: string;
  state: State;
  tasks: number;
  done: number;
  failed: Failed[];
  deadline: string | null;
  budget: string | null;
  valuation: string | null;
  promise: { by: string; price: string; parts: PromisedPart[] } | null;
  counterOffer: CounterOffer | null;
  forecast: string | null;
  breach: { cause: string; provider: string; promised: string; ended: string } | null;
  /** What providers got so far. */
  paid: string;
  submitted: string;
  ended: string | null;
  version: number;
  worstExitCode: number | null;
}

export interface BagPage {
  bags: Bag[];
  next: string | null;
}

export interface Offer {
  provider: string;
  tasks: number;
  by: string;
  pricePerTask: string;
  usedTasks: number;
  whyNot: string | null;
}

export interface Happening {
  at: string;
  what: string;
  providers: string[];
  from: string | null;
  by: string | null;
  why: string | null;
}

export interface Explanation {
  calls: number;
  asked: string[];
  silent: string[];
  offers: Offer[];
  history: Happening[];
  noPromise: string | null;
}

export interface Part {
  provider: string;
  tasks: number;
  placed: string;
  by: string;
  expected: string | null;
  ended: string | null;
  lost: string | null;
  cause: string | null;
  refused: string | null;
  arrivals: { at: string; tasks: number }[];
}

/** How many alike cells, then of each how many tasks succeeded, failed, are placed and are open. */
export type CellRun = [number, number, number, number, number];

export interface Cells {
  version: number;
  tasks: number;
  only: string | null;
  from: number;
  until: number;
  cellTasks: number;
  runs: CellRun[];
}

export interface Task {
  task: number;
  state: 'succeeded' | 'failed' | 'placed' | 'open' | 'not-done';
  exitCode: number | null;
  provider: string | null;
  command: string | null;
  pack: string | null;
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

export interface Match {
  bag: string;
  name: string | null;
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
  hopeless: Bid[];
}

export type EntryKind = 'deposit' | 'withdrawal' | 'hold' | 'charge' | 'release' | 'penalty';

export interface Entry {
  at: string;
  kind: EntryKind;
  /** Below zero if it went. */
  amount: string;
  bag: string | null;
  name: string | null;
  provider: string | null;
}

export interface Account {
  balance: string;
  /** How far below zero it may fall; null: without end. */
  mayOwe: string | null;
  held: { bag: string; name: string; amount: string }[];
  entries: Entry[];
  next: string | null;
}

/** A part of one's own bag at a host that shares its time. */
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
  | { kind: 'lines'; file: string; tasks: number };

export interface InputFile {
  path: string;
  digest: string;
  bytes: number;
  executable: boolean;
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
}

export interface Submission {
  work: WorkOrder;
  deadline: string | null;
  budget: string | null;
  ask: boolean;
  mechanism?: 'auction' | 'share';
  valuation?: string;
  bidPerMinute?: string;
}

const ENDED: readonly State[] = ['done', 'no-promise', 'missed', 'declined', 'cancelled', 'given-up'];

/** Whether nothing more will happen to it. */
export function hasEnded(bag: Bag): boolean {
  return ENDED.includes(bag.state);
}

export function failedTasks(bag: Bag): number {
  return bag.failed.reduce((sum, failed) => sum + failed.count, 0);
}

/** Those that failed or were not done. */
export function tasksToRetry(bag: Bag): number {
  return bag.tasks - bag.done + failedTasks(bag);
}
