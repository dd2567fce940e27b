import type { Market } from '../market/market';
import type { InputFile, TaskList } from '../market/types';
import type { BagDraft } from './bagfile';
import { BagFileError } from './bagfile';

/** The files that a bag names, as its user has chosen them in the browser. */
export async function readFiles(
  draft: BagDraft,
  chosen: File[],
): Promise<{ taskList: TaskList; inputs: InputFile[]; contents: Map<string, File> }> {
  const contents = new Map<string, File>();
  const inputs: InputFile[] = [];
  for (const path of draft.inputs) {
    const file = find(chosen, path);
    const digest = await digestOf(file);
    contents.set(digest, file);
    inputs.push({ path, digest, bytes: file.size, executable: false });
  }
  let taskList = draft.taskList;
  if (taskList === null) {
    const file = find(chosen, draft.eachLine ?? '');
    const digest = await digestOf(file);
    contents.set(digest, file);
    taskList = { kind: 'lines', file: digest, tasks: lines(await file.text()) };
  }
  return { taskList, inputs, contents };
}

/** Sends those that the market does not have. */
export async function upload(market: Market, contents: Map<string, File>): Promise<void> {
  if (contents.size > 0) {
    for (const digest of await market.missing([...contents.keys()])) {
      const file = contents.get(digest);
      if (file !== undefined) {
        await market.put(digest, file);
      }
    }
  }
}

function find(chosen: File[], path: string): File {
  const name = path.split('/').pop();
  const file = chosen.find((one) => one.webkitRelativePath === path || one.name === name);
  if (file === undefined) {
    throw new BagFileError(`The bag names the file "${path}". Choose it below; folders are for tender submit.`);
  }
  return file;
}

async function digestOf(file: File): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new BagFileError('Over plain HTTP this browser cannot name files by their content. Use HTTPS, or tender submit.');
  }
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Every line counts, also an empty one; the last may end with the file. */
export function lines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
