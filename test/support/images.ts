/** A server of images, good and hostile ones: `/photo/1.jpg`, `/svg/2.jpg`, `/slow/3.jpg`. */
import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { fetchRemoteImage } from '../../src/lib/net/remote-image.js';
import { listening } from './host.js';

export interface ImageServer {
  /** `http://127.0.0.1:1234`. */
  url: string;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** Fetches as the service does, with this server's address allowed, and with less patience. */
  fetchImage: (url: string) => Promise<Buffer>;
  close: () => Promise<void>;
}

/** How large an image may be here. */
const BYTES_MAX = 1_000_000;

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#277766' } });

/** → a photograph with noise, which compresses as badly as real ones. */
export const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#277766' },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .blur(8)
    .jpeg()
    .toBuffer();

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>1</script></svg>';

/** What it answers, by the first segment of the path. */
async function bodies(): Promise<Record<string, [type: string, body: Buffer]>> {
  const [jpeg, gif] = [await photo(1600, 900), await plain(900, 500).gif().toBuffer()];
  const script = Buffer.from('<script>window.hostile=1</script>');
  return {
    photo: ['image/jpeg', jpeg],
    poster: ['image/jpeg', await photo(600, 900)],
    logo: ['image/png', await plain(300, 300).ensureAlpha(0.5).png().toBuffer()],
    polyglot: ['image/gif', Buffer.concat([gif, script])],
    svg: ['image/svg+xml', Buffer.from(SVG)],
    lying: ['image/png', Buffer.from(SVG)],
    html: ['text/html', Buffer.from('<!doctype html><title>Hotlinking</title>')],
    page: ['image/jpeg', Buffer.from('<!doctype html><title>Hotlinking</title>')],
    tiff: ['image/png', await plain(400, 300).tiff().toBuffer()],
    cut: ['image/jpeg', jpeg.subarray(0, jpeg.length / 2)],
    empty: ['image/png', Buffer.alloc(0)],
    pixel: ['image/png', await plain(1, 1).png().toBuffer()],
    huge: ['image/png', await plain(7100, 7100).png().toBuffer()],
  };
}

let made: ReturnType<typeof bodies> | null = null;

/** The kinds of paths from which there is no picture. */
export const HOSTILE = [
  ...['svg', 'lying', 'html', 'page', 'tiff', 'cut', 'empty', 'pixel', 'huge'],
  ...['missing', 'loop', 'private', 'broken', 'endless'],
];

/** Opens it on this machine. `timeoutMs`: how long an image may take. */
export async function openImageServer(timeoutMs = 3000): Promise<ImageServer> {
  made ??= bodies();
  const known = await made;
  const asked: string[] = [];
  const special: Record<string, (response: ServerResponse) => void> = {
    missing: (response) => response.writeHead(404, { 'content-type': 'image/png' }).end(),
    loop: (response) => response.writeHead(302, { location: '/loop/1.jpg' }).end(),
    private: (response) => response.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end(),
    broken: (response) => response.destroy(),
    slow: (response) => void response.writeHead(200, { 'content-type': 'image/png' }).write('x'),
    endless: (response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    },
  };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const name = url.split('/')[1] ?? '';
    const [type, body] = known[name] ?? [];
    const answer = special[name];
    if (type) response.writeHead(200, { 'content-type': type }).end(body);
    else answer?.(response);
  });
  return {
    url: await listening(server),
    asked,
    fetchImage: (url) =>
      fetchRemoteImage(url, {
        timeoutMs,
        bytesMax: BYTES_MAX,
        allowIPAddressList: ['127.0.0.1'],
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
