import { expect, test } from 'vitest';
import { templateOf, withExecutables } from '../main/lib/bagTemplate';
import { routeOf, templateLink } from '../main/lib/route';
import { bytesText, taskListText } from '../main/text/workText';
import type { WorkOrder } from '../main/api/types';

const WORK: WorkOrder = {
  version: 1, name: 'pi', command: './pi.sh {seed} {n}', outputs: ['*.json'], width: 2, runtimeMillis: 90_000, retries: 3,
  taskList: { kind: 'sweep', parameters: [{ name: 'seed', values: ['1', '2', '3'] }, { name: 'n', values: ['1e6', 'a: b'] }] },
  inputs: [{ path: 'pi.sh', digest: 'd1', bytes: 5, executable: true }],
};

const NONE = { budget: null, project: null };

test('a bag becomes a filled-in form', () => {
  const template = templateOf(WORK, { budget: '7.5', project: null });
  expect(template.needsFile).toBe(false);
  expect(template.text).toBe(
    'version: 1\nname: pi\ncommand: "./pi.sh {seed} {n}"\nsweep:\n  seed: 1-3\n  n: ["1e6","a: b"]\ninputs: [pi.sh]\n' +
      'outputs: ["*.json"]\nprocessors: 2\nruntime: 90s\nretries: 3\nbudget: 7.5\n',
  );
  expect(template.files).toEqual([{ path: 'pi.sh', digest: 'd1', bytes: 5, lines: 0 }]);
});

test('a template has the project that paid', () => {
  const template = templateOf(WORK, { budget: null, project: 'physics' });
  expect(template.form.project).toBe('physics');
  expect(template.text).toContain('\nproject: "physics"\n');
});

test('fields that the form does not have need the file', () => {
  const options = { shell: 'bash' as const, setup: ['module load r'], environment: { A: '1' }, outputsRequired: true, stopAfterFailures: 0 };
  const template = templateOf({ ...WORK, options }, NONE);
  expect(template.needsFile).toBe(true);
  expect(template.text).toMatch(
    /\nshell: bash\nsetup: \["module load r"\]\nenvironment: \{"A":"1"\}\noutputs_required: true\nstop_after_failures: 0\n$/,
  );
  expect(templateOf({ ...WORK, command: 'a\nb' }, NONE).needsFile).toBe(true);
});

test('the file of lines and executable files are kept', () => {
  const template = templateOf({ ...WORK, taskList: { kind: 'lines', file: 'd2', tasks: 9 } }, NONE);
  expect(template.text).toContain('each_line: lines.txt\n');
  expect(template.files).toContainEqual({ path: 'lines.txt', digest: 'd2', bytes: 0, lines: 9 });
  const read = { ...WORK, inputs: [{ path: 'pi.sh', digest: 'd1', bytes: 5, executable: false }] };
  expect(withExecutables(read, WORK).inputs[0]?.executable).toBe(true);
  expect(withExecutables(read, null).inputs[0]?.executable).toBe(false);
});

test('a template has an address', () => {
  expect(routeOf(templateLink('b/1'))).toEqual({ page: 'quote', template: 'b/1' });
  expect(routeOf('#/quote')).toEqual({ page: 'quote', template: null });
});

test('tasks and sizes have texts', () => {
  expect(taskListText(WORK.taskList)).toBe('6 tasks, one for each combination of seed (3), n (2)');
  expect(taskListText({ kind: 'count', tasks: 1 })).toBe('1 task');
  expect([999, 1_500, 40_000_000, 250_000_000].map(bytesText)).toEqual(['999 B', '1.5 kB', '40.0 MB', '250 MB']);
});
