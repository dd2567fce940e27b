import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Paced } from '../main/logic/paced';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is asked for a hundred times is done twice', async () => {
  let done = 0;
  const paced = new Paced(async () => void (done += 1), 1000);
  for (let i = 0; i < 100; i++) {
    paced.ask();
  }
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(900);
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toBe(2);
  paced.ask();
  expect(done).toBe(3);
});

test('what cannot wait is done at once, and the pause begins anew', async () => {
  let done = 0;
  const paced = new Paced(async () => void (done += 1), 1000);
  paced.ask();
  await vi.advanceTimersByTimeAsync(500);
  paced.askAtOnce();
  paced.ask();
  expect(done).toBe(2);
  await vi.advanceTimersByTimeAsync(900);
  expect(done).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(done).toBe(3);
});

test('what was still wanted when nobody looks any more is not done', async () => {
  let done = 0;
  const paced = new Paced(async () => void (done += 1), 1000);
  paced.ask();
  paced.ask();
  paced.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toBe(1);
});
