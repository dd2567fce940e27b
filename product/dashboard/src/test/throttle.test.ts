import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Throttle } from '../main/lib/throttle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a hundred requests lead to two runs', async () => {
  let runs = 0;
  const throttle = new Throttle(async () => void (runs += 1), 1000);
  for (let i = 0; i < 100; i++) {
    throttle.request();
  }
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(900);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
  throttle.request();
  expect(runs).toBe(3);
});

test('runNow skips the pause and restarts it', async () => {
  let runs = 0;
  const throttle = new Throttle(async () => void (runs += 1), 1000);
  throttle.request();
  await vi.advanceTimersByTimeAsync(500);
  throttle.runNow();
  throttle.request();
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(900);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs).toBe(3);
});

test('a pending request does not run after stop', async () => {
  let runs = 0;
  const throttle = new Throttle(async () => void (runs += 1), 1000);
  throttle.request();
  throttle.request();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(1);
});
