import { describe, expect, test } from 'vitest';
import { recentDays, totalOf } from '../main/owner/earnings';
import { groupRepeated, parseDisclosure } from '../main/owner/disclosureText';
import { area, stepAt, usageSteps } from '../main/owner/processorChart';

const step = (fromMillis: number, local: number, bags: number) => ({ fromMillis, local, bags });

describe('processor chart', () => {
  test('continues the history with the forecast', () => {
    const all = usageSteps([step(0, 1, 0), step(10, 2, 1), step(25, 9, 9)], [step(20, 2, 3), step(40, 0, 0)], 20);
    expect(all).toEqual([step(0, 1, 0), step(10, 2, 1), step(20, 2, 3), step(40, 0, 0)]);
    expect(stepAt(all, 30)).toEqual(step(20, 2, 3));
    expect(stepAt(all, -1)).toBeNull();
  });

  test('ends now without a forecast', () => {
    expect(usageSteps([step(0, 1, 0)], [], 30)).toEqual([step(0, 1, 0), step(30, 0, 0)]);
    expect(usageSteps([], [], 30)).toEqual([]);
  });

  test('is stacked and cut to the visible range', () => {
    const all = [step(0, 1, 1), step(10, 2, 0), step(90, 5, 5)];
    const path = area(all, 5, 50, (millis) => millis, (one) => one.local, (one) => one.local + one.bags);
    expect(path).toBe('M 5.0 2.0 L 10.0 2.0 L 10.0 2.0 L 50.0 2.0 L 50.0 2.0 L 10.0 2.0 L 10.0 1.0 L 5.0 1.0 Z');
    expect(area(all, -9, -5, (millis) => millis, () => 0, () => 1)).toBe('');
  });
});

describe('earnings', () => {
  const day = (name: string, endedTasks: number, billed: string) => ({
    day: name, calls: 2, offers: 1, committedParts: 1, endedTasks, billed,
  });
  const days = [day('2026-11-01', 1, '0.1'), day('2026-11-14', 2, '0.2'), day('2026-11-15', 3, '0.3')];

  test('are added in thousandths', () => {
    expect(totalOf(days)).toEqual({ calls: 6, offers: 3, committedParts: 3, endedTasks: 6, billed: '0.6' });
    expect(totalOf([])).toEqual({ calls: 0, offers: 0, committedParts: 0, endedTasks: 0, billed: '0' });
  });

  test('of recent days include today', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(recentDays(days, 1, now).map((one) => one.day)).toEqual(['2026-11-15']);
    expect(recentDays(days, 7, now).map((one) => one.day)).toEqual(['2026-11-14', '2026-11-15']);
  });
});

describe('disclosure log', () => {
  test('groups repeated messages of a bag', () => {
    const line = (bag: string, text: string): { at: string; bag: string; text: string; raw: string } => ({ at: '', bag, text, raw: '{}' });
    const groups = groupRepeated([line('a', 'none'), line('b', 'none'), line('a', 'none'), line('a', 'offer'), line('a', 'none')]);
    expect(groups.map((group) => [group.bag, group.text, group.lines.length])).toEqual([
      ['a', 'none', 2],
      ['b', 'none', 1],
      ['a', 'offer', 1],
      ['a', 'none', 1],
    ]);
  });

  const parse = (json: object) => parseDisclosure(`2026-11-15T10:00:00.000Z ${JSON.stringify(json)}`);
  const id = { call: { bag: 'b1', round: 1 }, attempt: 1, provider: 'p' };

  test('has a text and the bag', () => {
    const offers = parse({ kind: 'offers', call: id.call, offers: [{ tasks: 12, completionMillis: 0, pricePerTask: { millicredits: 1500 } }] });
    expect(offers.bag).toBe('b1');
    expect(offers.at).toBe('2026-11-15T10:00:00.000Z');
    expect(offers.text).toMatch(/^Offer: 12 tasks by .*, for 1.5 credits each.$/);
    expect(parse({ kind: 'offers', call: id.call, offers: [] }).text).toBe('No offer.');
    expect(parse({ kind: 'results', id, endedTasks: '0-4,7', bill: { millicredits: 1000 } }).text).toBe(
      '6 tasks ended; billed so far: 1 credit.',
    );
    expect(parse({ kind: 'refused', id, reason: 'LEASE_EXPIRED' }).text).toBe('Reservation refused: lease expired.');
    expect(parse({ kind: 'result-files', id, tasks: '3', bytes: 2048 }).text).toBe('Results of 1 task sent, 2,048 bytes.');
    expect(parse({ kind: 'result-files', id, tasks: '3', bytes: 8, user: 'ann' }).text).toBe('Results of 1 task sent to ann, 8 bytes.');
  });

  test('marks offers that disclose cluster data', () => {
    const entry = parse({ kind: 'offers', call: id.call, offers: [], disclosure: { power: 8000, slots: null } });
    expect(entry.text).toContain('Cluster data disclosed');
  });

  test('shows an incomplete line as it is', () => {
    expect(parseDisclosure('2026-11-15T10:00:00.000Z {"kind":"Off')).toMatchObject({ bag: null, text: 'Incomplete line.' });
  });
});
