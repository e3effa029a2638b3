/** The face of a site: logo, picture, colour, head. Contract 26.8. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openFace } from '../../src/pages/site/face.js';
import { tempFolder } from '../support/process.js';
import { describeApp } from '../support/shared.js';
import { givenSite, openPage } from '../support/site.js';

const folder = tempFolder();
const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#277766' } });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><path d="M0 0"/></svg>';
const HEAD = `<meta name="proof" content="x">
<script src="https://stats.test/a.js"></script>
<script>window.ours = 1;</script>`;

const HUGE = await picture(10_000, 5_000).png().toBuffer();
const TINY = await picture(10, 10).jpeg().toBuffer();

const settings = {
  SITE_NAME: 'City & more',
  SITE_LOGO: fileOf('logo.svg', SVG),
  SITE_LOGO_DARK: fileOf('dark.png', await picture(400, 100).png().toBuffer()),
  SITE_IMAGE: fileOf('share.png', await picture(1300, 700).png().toBuffer()),
  SITE_COLOR: '#ffcc00',
  SITE_HEAD: fileOf('head.html', HEAD),
  SITE_HEAD_CONNECT: 'https://stats.test,https://more.test',
};

describeApp(
  '26.8 the face of a site',
  (app) => {
    it('the logo stands for the name, has its place, and runs nothing', async () => {
      const { html } = await openPage(app(), '/');
      const [, src = ''] =
        /<img class="logo" src="([^"]+)" alt="City &amp; more" width="160" height="40"/.exec(
          html,
        ) ?? [];
      const logo = await openPage(app(), src);
      expect([logo.status, logo.html]).toEqual([200, SVG]);
      expect(logo.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(logo.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(logo.headers.get('cache-control')).toContain('immutable');
    });

    it('dark ground has a logo of its own', async () => {
      const { html } = await openPage(app(), '/');
      const [, src = ''] =
        /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)" width="160"/.exec(html) ??
        [];
      expect((await openPage(app(), src)).headers.get('content-type')).toBe('image/webp');
    });

    it('icons are squares made from the logo, windows have the colour', async () => {
      const { html } = await openPage(app(), '/');
      expect(html).toContain('<meta name="theme-color" content="#ffcc00"/>');
      const { html: text } = await openPage(app(), '/manifest.webmanifest');
      const { icons, theme_color } = JSON.parse(text);
      expect(theme_color).toBe('#ffcc00');
      const [, apple = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
      const [, tab = ''] = /rel="icon" type="image\/png" href="([^"]+)"/.exec(html) ?? [];
      const sources = icons.map(({ src }: { src: string }) => src);
      expect(sources).toEqual([tab, expect.stringContaining('icon-512'), apple]);
      for (const { src, sizes } of icons) {
        const answer = await fetch(app().url + src);
        const { width, height, format } = await sharp(await answer.bytes()).metadata();
        expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
      }
      const favicon = await openPage(app(), '/favicon.ico');
      expect(favicon.headers.get('location')).toBe(tab);
    });

    it('the picture is a JPEG of pages that have none', async () => {
      const { html } = await openPage(app(), '/');
      expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
      const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
      const answer = await fetch(app().url + new URL(url).pathname);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      const { width, height, format } = await sharp(await answer.bytes()).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
    });

    it('the colour follows the stylesheet, in whatever encoding', async () => {
      const { html } = await openPage(app(), '/');
      const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const style = await openPage(app(), href, { headers });
        expect(style.html).toMatch(
          /:root\{--link:#[0-9a-f]{6};--tint:#fffae6;--fill:#ffcc00;--on-fill:#000000.*@media.*#ffcc00/,
        );
        expect(style.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      }
    });

    it('the head has what was added, and the policy allows that alone', async () => {
      await givenSite(app());
      for (const path of ['/', '/event/jazz-night/', '/nothing']) {
        const { html, headers } = await openPage(app(), path);
        expect(html).toContain(`${HEAD}\n</head>`);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/script-src 'self' https:\/\/stats\.test 'sha256-[\w+/]+='/);
        expect(policy).toContain("connect-src 'self' https://stats.test https://more.test");
        expect(policy).not.toMatch(/unsafe|\*/);
      }
    });
  },
  { settings },
);

describe('26.8 wrong files end the start by name, all at once', () => {
  const open = (env: Record<string, string>) => openFace(readConfig(env));

  it.each([
    ['SITE_LOGO', 'none.svg', null, 'ENOENT'],
    ['SITE_LOGO', 'a.svg', SVG.replace('<path', '<script/><path'), 'it holds <script>'],
    ['SITE_LOGO', 'b.svg', 'hello', 'unsupported'],
    ['SITE_LOGO', 'c.svg', ' '.repeat(1024 * 1024 + 1), 'it has over 1048576 bytes'],
    ['SITE_LOGO', 'd.svg', Buffer.from('<svg>\xff</svg>', 'latin1'), 'it is not UTF-8'],
    ['SITE_LOGO', 'e.svg', Buffer.from(`\ufeff${SVG}`, 'utf16le'), ''],
    ['SITE_LOGO', 'f.png', HUGE, 'pixel'],
    ['SITE_LOGO_DARK', 'g.svg', SVG.replace('<path', '<script/><path'), 'it holds <script>'],
    ['SITE_IMAGE', 'a.jpg', SVG, 'unsupported'],
    ['SITE_IMAGE', 'b.jpg', TINY, 'too small'],
    ['SITE_HEAD', 'a.html', '<meta name="a"', 'it cannot be read'],
    ['SITE_HEAD', 'b.html', '<script>\u0000</script>', 'it has control characters'],
  ])('%s %s', async (setting, name, content, reason) => {
    const path = content === null ? join(folder, name) : fileOf(name, content);
    const error = await open({ [setting]: path }).catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 78 });
    expect(error.message).toContain(`Settings are wrong: ${setting}: ${path}: `);
    expect(error.message).toContain(reason);
  });

  it('a folder is no file', async () => {
    const all = { SITE_LOGO: folder, SITE_IMAGE: folder, SITE_HEAD: folder };
    const { message } = await open(all).catch((thrown) => thrown);
    for (const name of Object.keys(all)) expect(message).toContain(`${name}: ${folder}: it is not`);
  });

  it('without pages no file is read', async () => {
    expect(await open({ EXPLORER: 'off', SITE_LOGO: '/nowhere' })).toMatchObject({ logo: null });
  });

  it.each([
    ['SITE_COLOR', 'red'],
    ['SITE_COLOR', '#12'],
    ['SITE_COLOR', '#fff;}*{display:none'],
    ['SITE_HEAD_CONNECT', '*'],
    ['EMBED_ORIGINS', 'https://a.test/'],
    ['EMBED_ORIGINS', "https://a.test; script-src 'unsafe-inline'"],
    ['SITE_LINKS', 'Bad=javascript:alert(1)'],
    ['SITE_LINKS', 'Bad=//evil.test'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Settings are wrong: ${name} must be`);
  });
});
