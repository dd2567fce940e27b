import { describe, expect, test } from 'vitest';
import { at, away, length } from '../main/words/moment';
import { bidValue, composed, happened, headline, partState, sentences, summary, used, verdict } from '../main/words/words';
import { BAG, NOW } from './fixtures';


describe('moments', () => {
  test('are said in the two largest units that matter', () => {
    expect(length(59_999)).toBe('59 s');
    expect(length(61_000)).toBe('1 min 1 s');
    expect(length(3_660_000)).toBe('1 h 1 min');
    expect(length(90_000_000)).toBe('1 d 1 h');
  });

  test('are said from now', () => {
    expect(away('2026-11-20T09:02:03Z', NOW)).toBe('in 2 min 3 s');
    expect(away('2026-11-20T08:59:55Z', NOW)).toBe('5 s ago');
  });
});

describe('a bag', () => {
  test('is said as the command line says it', () => {
    expect(headline(BAG)).toBe('40 of 1,200 tasks have ended, 3 of them failed.');
    expect(sentences(BAG, NOW)).toEqual([
      `Promised: all by ${at('2026-11-20T10:00:00Z')} (in 1 h 0 min), for 1 credit.`,
      `Expected now: by ${at('2026-11-20T09:30:00Z')} (in 30 min 0 s).`,
      `Asked for: by ${at('2026-11-20T10:00:00Z')}, for at most 12.5 credits.`,
    ]);
  });

  test('that broke its promise says through whom', () => {
    const breach = { cause: 'provider-late', provider: 'north', promised: '2026-11-20T08:00:00Z', ended: '2026-11-20T08:10:00Z' };
    expect(sentences({ ...BAG, paid: '0.5' }, NOW)).toContain('Paid so far: 0.5 credits, of a budget of 12.5 credits.');
    expect(sentences({ ...BAG, breach }, NOW).at(-1)).toContain('broken through north (provider late)');
  });

  test('is judged by what was asked for', () => {
    const late = { by: '2026-11-20T10:05:00Z', price: '20', until: '2026-11-20T09:01:00Z', inTime: null };
    expect(verdict(BAG, late)).toContain('cannot be met');
    expect(verdict(BAG, late)).toContain('5 min 0 s later');
    expect(verdict(BAG, late)).toContain('more than the budget of 12.5 credits');
    const inTime = { by: '2026-11-20T10:00:00Z', price: '30' };
    expect(verdict(BAG, { ...late, inTime })).toContain('cannot be met for that');
    expect(verdict(BAG, { ...late, inTime })).toContain('it would cost 30 credits.');
    expect(verdict(BAG, { ...late, by: '2026-11-20T10:00:00Z', price: '12.5' })).toContain('That meets the deadline');
  });
});

describe('offers', () => {
  const offer = { provider: 'north', tasks: 10, by: '2026-11-20T10:00:00Z', pricePerTask: '1', usedTasks: 0, whyNot: null };

  test('are used, partly, or not for a reason', () => {
    expect(used({ ...offer, usedTasks: 10 })).toBe('all');
    expect(used({ ...offer, usedTasks: 4 })).toBe('4 tasks');
    expect(used({ ...offer, whyNot: 'misses-deadline' })).toBe('no: it misses the deadline, which others meet');
    expect(used({ ...offer, whyNot: 'something-new' })).toBe('no: something new');
    expect(used(offer)).toBe('not decided yet');
  });

  test('are summed up', () => {
    const said = { calls: 2, asked: ['a', 'b'], silent: ['b'], offers: [offer], history: [], noPromise: 'not-enough-offered' };
    expect(summary(said)).toBe(
      '2 providers were asked; 1 offered something; no answer from b; this was call 2 for this bag.' +
        ' Nothing was promised: all offers together do not cover the bag.',
    );
  });

  test('are composed, or do not cover the bag', () => {
    const made = { policy: 'plb', by: null, price: '0', meetsDeadline: false, withinBudget: true, unplacedTasks: 5, offers: [] };
    expect(composed(made, null, null)).toContain('5 tasks are left');
    const late = { ...made, by: '2026-11-20T10:01:00Z', price: '9', withinBudget: false };
    expect(composed(late, '2026-11-20T10:00:00Z', '8')).toMatch(/1 min 0 s after the deadline. It costs more than the budget of 8/);
  });
});

test('what happened is a sentence, also what is not known here', () => {
  const happening = { at: '2026-11-20T09:00:00Z', what: 'moved', providers: ['north'], from: '2026-11-20T09:10:00Z', by: '2026-11-20T09:08:00Z', why: null };
  expect(happened(happening)).toContain('2 min 0 s earlier.');
  expect(happened({ ...happening, what: 'refused', why: 'no-room-any-more' })).toContain('its queue had changed');
  expect(happened({ ...happening, what: 'flown' })).toBe('flown north');
});

test('a part is under way, late, done or lost', () => {
  const part = {
    provider: 'north', tasks: 3, placed: '2026-11-20T08:00:00Z', by: '2026-11-20T10:00:00Z', expected: null, ended: null,
    lost: null, cause: null, refused: null, arrivals: [],
  };
  expect(partState(part, NOW)).toBe('under way');
  expect(partState(part, NOW + 7_200_000)).toBe('overdue');
  expect(partState({ ...part, expected: '2026-11-20T10:01:00Z' }, NOW)).toBe('expects to be 1 min 0 s late');
  expect(partState({ ...part, ended: '2026-11-20T09:59:00Z' }, NOW)).toBe('done in time');
  expect(partState({ ...part, lost: '2026-11-20T09:00:00Z', cause: 'provider-silent' }, NOW)).toBe('no longer counted on: provider silent');
});

test('bids have four digits', () => {
  expect(bidValue(0.123456)).toBe('0.1235');
  expect(bidValue(null)).toBe('–');
});
