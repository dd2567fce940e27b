import { describe, expect, test } from 'vitest';
import { latest, sum } from '../main/owner/books';
import { told } from '../main/owner/disclosure';
import { area, at, steps } from '../main/owner/profile';

const step = (fromMillis: number, local: number, bags: number) => ({ fromMillis, local, bags });

describe('the profile', () => {
  test('goes on from what was seen to what is planned', () => {
    const all = steps([step(0, 1, 0), step(10, 2, 1), step(25, 9, 9)], [step(20, 2, 3), step(40, 0, 0)], 20);
    expect(all).toEqual([step(0, 1, 0), step(10, 2, 1), step(20, 2, 3), step(40, 0, 0)]);
    expect(at(all, 30)).toEqual(step(20, 2, 3));
    expect(at(all, -1)).toBeNull();
  });

  test('ends now where nothing is planned', () => {
    expect(steps([step(0, 1, 0)], [], 30)).toEqual([step(0, 1, 0), step(30, 0, 0)]);
    expect(steps([], [], 30)).toEqual([]);
  });

  test('is drawn as a stack, cut to what is shown', () => {
    const all = [step(0, 1, 1), step(10, 2, 0), step(90, 5, 5)];
    const path = area(all, 5, 50, (millis) => millis, (one) => one.local, (one) => one.local + one.bags);
    expect(path).toBe('M 5.0 2.0 L 10.0 2.0 L 10.0 2.0 L 50.0 2.0 L 50.0 2.0 L 10.0 2.0 L 10.0 1.0 L 5.0 1.0 Z');
    expect(area(all, -9, -5, (millis) => millis, () => 0, () => 1)).toBe('');
  });
});

describe('the books', () => {
  const day = (name: string, tasks: number, billed: string) => ({ day: name, calls: 2, offers: 1, won: 1, tasks, billed });
  const days = [day('2026-11-01', 1, '0.1'), day('2026-11-14', 2, '0.2'), day('2026-11-15', 3, '0.3')];

  test('add up to the thousandth', () => {
    expect(sum(days)).toEqual({ calls: 6, offers: 3, won: 3, tasks: 6, billed: '0.6' });
    expect(sum([])).toEqual({ calls: 0, offers: 0, won: 0, tasks: 0, billed: '0' });
  });

  test('know which days were lately', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(latest(days, 1, now).map((one) => one.day)).toEqual(['2026-11-15']);
    expect(latest(days, 7, now).map((one) => one.day)).toEqual(['2026-11-14', '2026-11-15']);
  });
});

describe('what was told', () => {
  const said = (json: object) => told(`2026-11-15T10:00:00.000Z ${JSON.stringify(json)}`);
  const id = { call: { bag: 'b1', round: 1 }, attempt: 1, provider: 'p' };

  test('is said in words, with the bag that it was about', () => {
    const offers = said({ kind: 'Offers', call: id.call, offers: [{ tasks: 12, byMillis: 0, pricePerTask: { millicredits: 1500 } }] });
    expect(offers.bag).toBe('b1');
    expect(offers.at).toBe('2026-11-15T10:00:00.000Z');
    expect(offers.sentence).toMatch(/^Offered: 12 tasks by .*, for 1.5 credits each.$/);
    expect(said({ kind: 'Offers', call: id.call, offers: [] }).sentence).toBe('Nothing was offered.');
    expect(said({ kind: 'Results', id, ended: '0-4,7', bill: { millicredits: 1000 } }).sentence).toBe(
      '6 tasks ended; asked for so far: 1 credit.',
    );
    expect(said({ kind: 'Refused', id, why: 'LEASE_ENDED' }).sentence).toBe('Nothing is held for it any more.');
    expect(said({ kind: 'ResultFiles', id, tasks: '3', bytes: 2048 }).sentence).toBe('Results of 1 task went out, 2,048 bytes.');
  });

  test('tells when more than offers left the site', () => {
    const told = said({ kind: 'Offers', call: id.call, offers: [], disclosure: { power: 8000, slots: null } });
    expect(told.sentence).toContain('More was told of the cluster');
  });

  test('is shown as it is where it cannot be read', () => {
    expect(told('2026-11-15T10:00:00.000Z {"kind":"Off')).toMatchObject({ bag: null, sentence: 'This line is not whole.' });
  });
});
