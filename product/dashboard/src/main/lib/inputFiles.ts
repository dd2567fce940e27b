import type { MarketClient } from '../api/marketClient';
import type { ChosenFile } from '../api/types';

/** The description of a file that the user has chosen, and its content. */
export interface ReadFile {
  description: ChosenFile;
  content: File;
}

/** Computes the digests of the files that the user has chosen. */
export function readFiles(chosen: File[]): Promise<ReadFile[]> {
  return Promise.all(chosen.map(readFile));
}

async function readFile(content: File): Promise<ReadFile> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error('This browser cannot compute digests over plain HTTP. Use HTTPS, or tender submit.');
  }
  const bytes = new Uint8Array(await content.arrayBuffer());
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {
    description: {
      path: content.webkitRelativePath || content.name,
      digest: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      bytes: content.size,
      lines: lineCount(bytes),
    },
    content,
  };
}

/** Uploads the files with these digests that the market does not have yet. */
export async function upload(market: MarketClient, files: ReadFile[], digests: string[]): Promise<void> {
  if (digests.length > 0) {
    for (const digest of await market.missingBlobs(digests)) {
      const file = files.find((one) => one.description.digest === digest);
      if (file !== undefined) {
        await market.putBlob(digest, file.content);
      }
    }
  }
}

/** The number of lines, including empty ones; the last line may lack a line feed. */
export function lineCount(bytes: Uint8Array): number {
  const lineFeed = 10;
  let lines = bytes.length > 0 && bytes[bytes.length - 1] !== lineFeed ? 1 : 0;
  for (const byte of bytes) {
    lines += byte === lineFeed ? 1 : 0;
  }
  return lines;
}
