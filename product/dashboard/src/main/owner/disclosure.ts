import { shortly } from '../words/moment';
import { count, credits } from '../words/words';

/** A line of the disclosure log, in words. */
export interface Told {
  at: string;
  bag: string | null;
  sentence: string;
  /** As it left the site. */
  raw: string;
}

interface Line {
  kind?: string;
  call?: { bag?: string };
  id?: { call?: { bag?: string } };
  offers?: { tasks: number; byMillis: number; pricePerTask?: { millicredits?: number } }[];
  disclosure?: Record<string, unknown>;
  why?: string;
  ended?: string;
  tasks?: string;
  bytes?: number;
  bill?: { millicredits?: number };
  byMillis?: number;
  untilMillis?: number;
  by?: string;
  cluster?: { processors?: number };
  slots?: unknown[];
}

export function told(text: string): Told {
  const gap = text.indexOf(' ');
  const raw = text.slice(gap + 1);
  try {
    const line = JSON.parse(raw) as Line;
    const bag = line.call?.bag ?? line.id?.call?.bag ?? null;
    const at = text.slice(0, gap);
    return { at, bag, sentence: sentence(line, Date.parse(at)), raw };
  } catch {
    return { at: text.slice(0, gap), bag: null, sentence: 'This line is not whole.', raw };
  }
}

function sentence(line: Line, thenMillis: number): string {
  const at = (millis: number): string => shortly(millis, thenMillis);
  switch (line.kind) {
    case 'Offers':
      return offers(line, at);
    case 'Estimating':
      return 'Its tasks are being tried out here before anything is offered.';
    case 'Estimate':
      return `Offers are made by how long tasks take as ${line.by === 'USER' ? 'its user says' : 'is known here'}.`;
    case 'Reserved':
      return `Processors are held until ${at(line.untilMillis ?? 0)}.`;
    case 'Refused':
      return line.why === 'NO_ROOM_ANY_MORE'
        ? 'There is no room for it any more.'
        : line.why === 'NOT_ON_OFFER'
          ? 'That is not on offer.'
          : 'Nothing is held for it any more.';
    case 'Committed':
      return 'Its part will be done.';
    case 'Expected':
      return `Its part is expected to be done by ${at(line.byMillis ?? 0)}.`;
    case 'Results':
      return (line.ended ?? '') === ''
        ? 'None of its tasks has ended yet.'
        : `${tasks(line.ended ?? '')} ended; asked for so far: ${money(line.bill?.millicredits)}.`;
    case 'ResultFiles':
      return `Results of ${tasks(line.tasks ?? '')} went out, ${count(line.bytes ?? 0)} bytes.`;
    case 'Published':
      return (
        `The auction was told of ${count(line.cluster?.processors ?? 0)} processors, their price, ` +
        `and ${count(line.slots?.length ?? 0)} stretches in which some stand free.`
      );
    default:
      return `${line.kind ?? 'Something'} was said.`;
  }
}

function offers(line: Line, at: (millis: number) => string): string {
  const last = line.offers?.at(-1);
  const more = Object.values(line.disclosure ?? {}).some((value) => value !== null && value !== undefined);
  const beside = more ? ' More was told of the cluster, as your settings allow.' : '';
  if (last === undefined) {
    return `Nothing was offered.${beside}`;
  }
  const price = last.pricePerTask?.millicredits ?? 0;
  return (
    `Offered: ${count(last.tasks)} ${last.tasks === 1 ? 'task' : 'tasks'} by ${at(last.byMillis)}` +
    `${price === 0 ? ', for nothing' : `, for ${money(price)} each`}.${beside}`
  );
}

/** How many there are in a set such as 0-4,7. */
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
