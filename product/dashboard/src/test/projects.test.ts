import { afterEach, describe, expect, test, vi } from 'vitest';
import { COOKIE } from '../main/api/credentials';
import { projectLink, routeOf } from '../main/lib/route';
import { ProjectClient } from '../main/projects/projectClient';
import {
  budgetWarning, endOfDay, leftOf, membershipText, periodText, projectOptions, spentOf, stateOf, usedPercent,
} from '../main/projects/projectText';
import type { Project, ProjectMember, UsageRow } from '../main/projects/types';
import { OTHERS, daysBetween, firstDay, roundAbove, usageBy, usageSeries } from '../main/projects/usage';
import { NOW } from './fixtures';

const PROJECT: Project = {
  id: 'physics', title: 'Physics', starts: '2026-11-01T00:00:00Z', ends: '2026-12-01T00:00:00Z', showsBags: false, groups: [],
  quotas: { openBags: null, openTasks: null, storedBytes: null }, budget: '100', available: '69.5', held: '20.25', role: 'member',
};
const MEMBER: ProjectMember = { user: 'ben', role: 'member', isMember: true, invited: true, limit: '10', spent: '2.5' };

const row = (day: string, user: string, provider: string, charged: string, penalties = '0'): UsageRow => ({ day, user, provider, charged, penalties });
const USAGE = [
  row('2026-11-18', 'ann', 'harbour', '1.1'),
  row('2026-11-18', 'ben', 'harbour', '0.2', '0.05'),
  row('2026-11-20', 'ben', 'airport', '3'),
];

describe('the budget of a project', () => {
  test('is spent, held or left', () => {
    expect(spentOf(PROJECT)).toBe('10.25');
    expect(usedPercent(PROJECT)).toBe(30);
    expect(usedPercent({ ...PROJECT, budget: '0', available: '0', held: '0' })).toBe(0);
  });

  test('warns from 80 % and at 100 %', () => {
    expect(budgetWarning({ ...PROJECT, available: '20.001' })).toBeNull();
    expect(budgetWarning({ ...PROJECT, available: '20' })).toBe('80 % of the budget is held or spent.');
    expect(budgetWarning({ ...PROJECT, available: '0.001' })).toBe('99 % of the budget is held or spent.');
    expect(budgetWarning({ ...PROJECT, available: '0' })).toBe('The budget is used up: all of it is held or spent.');
  });

  test('is open between start and end', () => {
    expect(stateOf(PROJECT, NOW)).toBe('open');
    expect(stateOf(PROJECT, Date.parse('2026-12-01T00:00:00Z'))).toBe('ended');
    expect(stateOf({ ...PROJECT, ends: null }, Date.parse('2036-12-01T00:00:00Z'))).toBe('open');
    expect(stateOf(PROJECT, Date.parse('2026-10-31T23:59:59Z'))).toBe('not started');
    expect(periodText({ ...PROJECT, ends: null }, NOW)).toMatch(/^Bags are accepted since .*, without an end\.$/);
    expect(periodText(PROJECT, Date.parse('2027-01-01T00:00:00Z'))).toMatch(/^Ended at .*: no new bags are accepted\./);
  });

  test('has a last day in the time zone of the browser', () => {
    expect(endOfDay('')).toBeNull();
    expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
  });
});

test('a member has a limit, and is one by invitation or by a group', () => {
  expect(leftOf(MEMBER)).toBe('7.5');
  expect(leftOf({ ...MEMBER, limit: null })).toBeNull();
  expect(membershipText(MEMBER)).toBe('invited');
  expect(membershipText({ ...MEMBER, invited: false })).toBe('by a group');
  expect(membershipText({ ...MEMBER, isMember: false })).toBe('removed');
});

test('a bag can be submitted for open projects of the user, and for the one of a template', () => {
  const ended = { ...PROJECT, id: 'ended', ends: '2026-11-02T00:00:00Z' };
  const foreign = { ...PROJECT, id: 'foreign', role: null };
  const all = [PROJECT, ended, foreign];
  expect(projectOptions(all, '', NOW)).toEqual([{ id: 'physics', text: 'project physics: 69.5 credits left' }]);
  expect(projectOptions(all, 'ended', NOW).map((one) => one.id)).toEqual(['physics', 'ended']);
  expect(projectOptions([], '', NOW)).toEqual([]);
});

describe('usage', () => {
  test('is summed without rounding errors, the highest first and the latest day first', () => {
    expect(usageBy(USAGE, 'user')).toEqual([
      { key: 'ben', name: 'ben', charged: 3.2, penalties: 0.05, spent: 3.15 },
      { key: 'ann', name: 'ann', charged: 1.1, penalties: 0, spent: 1.1 },
    ]);
    expect(usageBy(USAGE, 'provider').map((one) => [one.name, one.charged])).toEqual([['airport', 3], ['harbour', 1.3]]);
    expect(usageBy(USAGE, 'day').map((one) => one.name)).toEqual(['2026-11-20', '2026-11-18']);
  });

  test('has a stack for each day, also for days without payments', () => {
    const series = usageSeries(USAGE, 'user', '2026-11-18', '2026-11-20');
    expect(series.names).toEqual(['ben', 'ann']);
    expect(series.days.map((day) => day.charged)).toEqual([1.3, 0, 3]);
    expect(series.days[0]!.parts).toEqual([{ name: 'ben', charged: 0.2, from: 0 }, { name: 'ann', charged: 1.1, from: 0.2 }]);
    expect(series.highest).toBe(3);
  });

  test('of more members than colours has one series for the rest', () => {
    const rows = Array.from({ length: 12 }, (_, i) => row('2026-11-20', `u${i}`, 'harbour', String(20 - i)));
    const series = usageSeries(rows, 'user', '2026-11-20', '2026-11-20');
    expect(series.names).toHaveLength(8);
    expect(series.names.at(-1)).toBe(OTHERS);
    expect(series.days[0]!.parts.at(-1)!.charged).toBe(13 + 12 + 11 + 10 + 9);
    expect(series.days[0]!.charged).toBe(174);
  });

  test('has days over the end of a month', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(firstDay(30, NOW)).toBe('2026-10-22');
    expect(daysBetween(firstDay(30, NOW), '2026-11-20')).toHaveLength(30);
  });

  test('has an axis with a round end', () => {
    expect([0, 0.003, 0.31, 1, 1.01, 2.4, 74, 97, 5000].map(roundAbove)).toEqual([1, 0.003, 0.4, 1, 2, 2.5, 80, 100, 5000]);
  });
});

describe('project client', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('sends changes of members and deposits', async () => {
    const sent: { path: string; request: RequestInit }[] = [];
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      sent.push({ path, request });
      return new Response(request.method === 'DELETE' ? null : '{}', { status: request.method === 'DELETE' ? 204 : 200 });
    });
    const client = new ProjectClient(COOKIE, () => undefined);
    await client.setMember('physics', 'a/b', 'manager');
    await client.setLimit('physics', 'ben', null);
    await client.removeMember('physics', 'ben');
    await client.deposit('physics', '-5', 'key');
    await client.create('optics', { title: 'Optics', ends: null, showsBags: true }, null);
    await client.usage('physics', '2026-11-01');
    expect(sent.map(({ path, request }) => [request.method ?? 'GET', path, request.body ?? null])).toEqual([
      ['PUT', '/v1/projects/physics/members/a%2Fb', '{"role":"manager"}'],
      ['PUT', '/v1/projects/physics/members/ben/limit', '{"limit":null}'],
      ['DELETE', '/v1/projects/physics/members/ben', null],
      ['POST', '/v1/projects/physics/deposits', '{"amount":"-5"}'],
      ['POST', '/v1/projects', '{"id":"optics","settings":{"title":"Optics","ends":null,"showsBags":true},"manager":null}'],
      ['GET', '/v1/projects/physics/usage?from=2026-11-01', null],
    ]);
    expect(sent[3]!.request.headers).toMatchObject({ 'Idempotency-Key': 'key' });
  });
});

test('a project has an address', () => {
  expect(routeOf(projectLink('physics'))).toEqual({ page: 'projects', id: 'physics' });
  expect(routeOf('#/projects')).toEqual({ page: 'projects', id: null });
});
