import { formatShort } from '../text/time';
import { count, credits } from '../text/bagText';

/** A line of the disclosure log with its description. */
export interface Disclosure {
  at: string;
  bag: string | null;
  text: string;
  /** The message as it was sent. */
  raw: string;
}

interface Line {
  kind?: string;
  call?: { bag?: string };
  id?: { call?: { bag?: string } };
  offers?: { tasks: number; completionMillis: number; pricePerTask?: { millicredits?: number } }[];
  disclosure?: Record<string, unknown>;
  reason?: string;
  endedTasks?: string;
  tasks?: string;
  bytes?: number;
  user?: string;
  path?: string;
  taskIndex?: number;
  bill?: { millicredits?: number };
  completionMillis?: number;
  leaseExpiresMillis?: number;
  source?: string;
  cluster?: { processors?: number };
  slots?: unknown[];
}

export function parseDisclosure(text: string): Disclosure {
  const space = text.indexOf(' ');
  const raw = text.slice(space + 1);
  try {
    const line = JSON.parse(raw) as Line;
    const bag = line.call?.bag ?? line.id?.call?.bag ?? null;
    const at = text.slice(0, space);
    return { at, bag, text: describe(line, Date.parse(at)), raw };
  } catch {
    return { at: text.slice(0, space), bag: null, text: 'Incomplete line.', raw };
  }
}

/** Equal messages about a bag that were sent one after the other, newest first. */
export interface DisclosureGroup {
  bag: string | null;
  text: string;
  lines: Disclosure[];
}

/** Groups repeated messages, such as "No task has ended yet", so that they do not hide the others. */
export function groupRepeated(lines: Disclosure[]): DisclosureGroup[] {
  const groups: DisclosureGroup[] = [];
  const lastOfBag = new Map<string | null, DisclosureGroup>();
  for (const line of lines) {
    const last = lastOfBag.get(line.bag);
    if (last !== undefined && last.text === line.text) {
      last.lines.push(line);
    } else {
      const group = { bag: line.bag, text: line.text, lines: [line] };
      groups.push(group);
      lastOfBag.set(line.bag, group);
    }
  }
  return groups;
}

function describe(line: Line, sentMillis: number): string {
  const at = (millis: number): string => formatShort(millis, sentMillis);
  switch (line.kind) {
    case 'offers':
      return offers(line, at);
    case 'estimate-pending':
      return 'Estimating the runtime of its tasks before making an offer.';
    case 'estimate':
      return `Offers use ${line.source === 'USER' ? "the user's estimate" : 'the local estimate'} of the runtime.`;
    case 'reserved':
      return `Reserved; the lease expires at ${at(line.leaseExpiresMillis ?? 0)}.`;
    case 'refused':
      return line.reason === 'NO_CAPACITY'
        ? 'Reservation refused: no capacity.'
        : line.reason === 'NO_SUCH_OFFER'
          ? 'Reservation refused: no such offer.'
          : 'Reservation refused: lease expired.';
    case 'committed':
      return 'Part committed.';
    case 'completion-changed':
      return `Part now expected to be done by ${at(line.completionMillis ?? 0)}.`;
    case 'results':
      return (line.endedTasks ?? '') === ''
        ? 'No task has ended yet.'
        : `${tasks(line.endedTasks ?? '')} ended; billed so far: ${money(line.bill?.millicredits)}.`;
    case 'result-files':
      return `Results of ${tasks(line.tasks ?? '')} sent${line.user ? ` to ${line.user}` : ''}, ${count(line.bytes ?? 0)} bytes.`;
    case 'kept-output':
      return `Large output ${line.path ?? ''} of task ${line.taskIndex ?? ''} sent, ${count(line.bytes ?? 0)} bytes.`;
    case 'failed-attempts':
      return `Failed attempts at ${tasks(line.tasks ?? '')} reported, with the end of their error output.`;
    case 'slots-published':
      return (
        `Published to the auction: ${count(line.cluster?.processors ?? 0)} processors, their price ` +
        `and ${count(line.slots?.length ?? 0)} free slots.`
      );
    default:
      return `Message of kind ${line.kind ?? 'unknown'}.`;
  }
}

function offers(line: Line, at: (millis: number) => string): string {
  const last = line.offers?.at(-1);
  const more = Object.values(line.disclosure ?? {}).some((value) => value !== null && value !== undefined);
  const disclosed = more ? ' Cluster data disclosed, as your settings allow.' : '';
  if (last === undefined) {
    return `No offer.${disclosed}`;
  }
  const price = last.pricePerTask?.millicredits ?? 0;
  return (
    `Offer: ${count(last.tasks)} ${last.tasks === 1 ? 'task' : 'tasks'} by ${at(last.completionMillis)}` +
    `${price === 0 ? ', free' : `, for ${money(price)} each`}.${disclosed}`
  );
}

/** The number of tasks in a set such as 0-4,7. */
function tasks(set: string): string {
  let all = 0;
  for (const run of set.split(',').filter((part) => part !== '')) {
    const [first, last] = run.split('-').map(Number);
    all += (last ?? first ?? 0) - (first ?? 0) + 1;
  }
  return `${count(all)} ${all === 1 ? 'task' : 'tasks'}`;
}

function money(millicredits: number | undefined): string {
  return credits(String((millicredits ?? 0) / 1000));
}
