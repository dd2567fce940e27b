import type { MarketClient } from '../api/marketClient';
import type { InputFile, TaskList } from '../api/types';
import type { BagDraft } from './bagFile';
import { BagFileError } from './bagFile';

/** Reads the files that a bag names from those that the user has chosen in the browser. */
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
    taskList = { kind: 'lines', file: digest, tasks: lineCount(await file.text()) };
  }
  return { taskList, inputs, contents };
}

/** Uploads the files that the market does not have yet. */
export async function upload(market: MarketClient, contents: Map<string, File>): Promise<void> {
  if (contents.size > 0) {
    for (const digest of await market.missingBlobs([...contents.keys()])) {
      const file = contents.get(digest);
      if (file !== undefined) {
        await market.putBlob(digest, file);
      }
    }
  }
}

function find(chosen: File[], path: string): File {
  const name = path.split('/').pop();
  const file = chosen.find((one) => one.webkitRelativePath === path || one.name === name);
  if (file === undefined) {
    throw new BagFileError(`The bag needs the file "${path}". Choose it below. For folders, use tender submit.`);
  }
  return file;
}

async function digestOf(file: File): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new BagFileError('This browser cannot compute digests over plain HTTP. Use HTTPS, or tender submit.');
  }
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The number of lines, including empty ones; the last line may lack a line feed. */
export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
