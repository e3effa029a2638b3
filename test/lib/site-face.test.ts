/** What an operator's files may hold: drawings, heads, colours, origins. Contract 26.8. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSvg } from '../../src/lib/files/svg.js';
import { readHeadFile } from '../../src/lib/net/head-file.js';
import { isOrigin, sourceOf } from '../../src/lib/net/origins.js';
import { contrast, tintsOf } from '../../src/lib/site-color.js';

const ROOT = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"';
const svg = (inside: string, more = '') => `<svg ${ROOT} ${more}>${inside}</svg>`;

describe('drawings', () => {
  it.each([
    ['a prologue, styles and references inside', '<?xml version="1.0"?><!DOCTYPE svg>', ''],
    ['what drawing programs leave', '', '<metadata><r:RDF xmlns:r="x" r:about="a\\b"/></metadata>'],
    ['a picture as data', '', '<image href="data:image/png;base64,AA=="/>'],
    ['a script in a comment', '', '<!-- <script> -->'],
  ])('%s', (_, before, inside) => {
    const style = '<style><![CDATA[.a{fill:url(#g)}]]></style><use href="#x"/>';
    expect(readSvg(before + svg(inside + style))).toEqual({ width: 10, height: 5 });
  });

  it('its size is that of its view, else of its attributes', () => {
    const sized = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="1.5cm"/>';
    expect(readSvg(sized)).toEqual({ width: 30, height: 1.5 });
  });

  it.each([
    [svg('<script>1</script>'), 'it holds <script>'],
    ['<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script/></x:svg>', 'it holds <script>'],
    [svg('', 'onload="x()"'), 'it holds the event handler onload'],
    [svg('<g OnClick="x()"/>'), 'it holds the event handler onclick'],
    [svg('<foreignObject/>'), 'it holds <foreignobject>'],
    [svg('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'it holds <iframe>'],
    [svg('<image href="https://other.test/a.png"/>'), 'its href leads elsewhere'],
    [svg('<use href="other.svg#a"/>'), 'its href leads elsewhere'],
    [svg('<a xmlns:l="x" l:href="java&#115;cript:1"/>'), 'its href leads elsewhere'],
    [svg('<image href="data:image/svg+xml;base64,AA=="/>'), 'its href leads elsewhere'],
    [svg('<rect fill="u&#114;l(https://other.test/)"/>'), 'a style leads elsewhere'],
    [svg('<rect style="fill:\\75rl(//other.test)"/>'), 'a style has escapes'],
    [svg('<style>@import "a.css";</style>'), 'a style leads elsewhere'],
    [svg('<style><![CDATA[a{fill:url(a.png)}]]></style>'), 'a style leads elsewhere'],
    [svg('<set attributeName="href" to="#a"/>'), 'it animates href'],
    [svg('<animate to="javascript:1"/>'), 'its to leads elsewhere'],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'it defines entities'],
    [`<?xml-stylesheet href="a.css"?>${svg('')}`, 'it holds <?xml-stylesheet>'],
    [`${svg('')}<script>1</script>`, 'it is not well-formed XML'],
    [svg('<g>'), 'it is not well-formed XML'],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'it is not SVG'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'it has neither a viewBox'],
    [svg('<g>'.repeat(9000) + '</g>'.repeat(9000)), 'nested tags exceeded'],
  ])('%s is refused', (text, reason) => {
    expect(() => readSvg(text)).toThrow(reason);
  });
});

describe('heads', () => {
  it('are written as they were read, with what a policy allows for them', () => {
    const script = 'if (1 < 2) track("a&amp;b");';
    const { html, sources } = readHeadFile(
      `<!-- ours -->\r\n<META name="x" content='a"b'/>\n` +
        '<link rel="preload" as="image" href="/hero.webp">' +
        '<link rel="stylesheet" href="https://fonts.test/css?a=1&amp;b">' +
        `<script async src="https://stats.test:8443/a.js" data-site="x"></script >\n` +
        `<script>${script}</script>`,
    );
    expect(html.split('\n')).toEqual([
      '<meta name="x" content="a&quot;b">',
      '<link rel="preload" as="image" href="/hero.webp">',
      '<link rel="stylesheet" href="https://fonts.test/css?a=1&amp;b">',
      '<script async="" src="https://stats.test:8443/a.js" data-site="x"></script>',
      `<script>${script}</script>`,
    ]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(sources).toEqual({
      'img-src': ["'self'"],
      'style-src': ['https://fonts.test'],
      'font-src': ['https://fonts.test'],
      'script-src': ['https://stats.test:8443', `'sha256-${hash}'`],
    });
  });

  it.each([
    ['<meta name="x" content="y"', 'it cannot be read at'],
    ['<meta name="x>\n<script>1</script>', 'it cannot be read at'],
    ['<meta name="x" <script>1</script>', '<meta> must not have <script'],
    ['<script>1', '<script> does not end'],
    ['<script src="/a.js"/>', '<script> does not end'],
    ['</script>', 'it cannot be read at "</script>"'],
    ['<!-- <script>1</script>', 'it cannot be read at'],
    ['<?php echo 1 ?>', 'it cannot be read at'],
    ['hello', 'it cannot be read at "hello"'],
    ['<div></div>', '<div> is not one of meta, link and script'],
    ['<base href="https://a.test/">', '<base> is not one of'],
    ['<style>a{}</style>', '<style> is not one of'],
    ['<noscript><meta name="a"></noscript>', '<meta> stands inside another element'],
    ['<link rel="x" href="/a" onload="x()">', '<link> must not have onload'],
    ['<meta http-equiv="refresh" content="0">', '<meta> must not have http-equiv'],
    ['<script src="http://a.test/x.js"></script>', 'must lead to an https URL or to a path'],
    ['<script src="//a.test/x.js"></script>', 'not to //a.test/x.js'],
    ['<script src="data:text/javascript,1"></script>', 'not to data:'],
    ['<script src="https://a.test;script-src/x"></script>', 'not to https://a.test;'],
    ['<script src="https://u:p@a.test/"></script>', 'not to https://u:p@a.test/'],
    ['<link rel="me" href="javascript:1">', 'not to javascript:1'],
    ['<script src="/a.js">1</script>', '<script> has both src and a text'],
    ['<script> </script>', '<script> has neither src nor a text'],
    ['<script><!-- <script> </script>', '<script> must not hold <!--'],
    ['<meta name=a content=b>'.repeat(51), 'it has more than 50 elements'],
  ])('%s is refused', (file, reason) => {
    expect(() => readHeadFile(file)).toThrow(reason);
  });
});

describe('colours', () => {
  it('every colour has tints that can be read on each ground', () => {
    const digits = ['00', '33', '66', '99', 'cc', 'ff'];
    const colors = digits.flatMap((r) => digits.flatMap((g) => digits.map((b) => `#${r}${g}${b}`)));
    const poor = colors.filter((color) => {
      const { light, dark } = tintsOf(color);
      const grounds = [
        ...['#ffffff', '#f5f5f8', light.tint].map((ground) => contrast(light.link, ground)),
        ...['#121217', '#1c1c23', dark.tint].map((ground) => contrast(dark.link, ground)),
      ];
      return Math.min(...grounds) < 4.5;
    });
    expect([colors.length, poor]).toEqual([216, []]);
  });

  it('the colour itself has letters that can be read, and an edge where it is as pale as paper', () => {
    const poor = ['#ffcc00', '#006', '#777777', '#ffffff', '#000'].filter(
      (color) => contrast(tintsOf(color).on, color) < 4.5,
    );
    expect(poor).toEqual([]);
    expect(tintsOf('#ffffff').light.edge).not.toBe('#ffffff');
    expect(tintsOf('#000000').dark.edge).not.toBe('#000000');
    expect(tintsOf('#c00').light.edge).toBe('#cc0000');
  });

  it('what can be read stays as it is, in three digits as in six', () => {
    expect(tintsOf('#006').light.link).toBe('#000066');
    expect(tintsOf('#ffcc00').dark.link).toBe('#ffcc00');
    expect(tintsOf('#ffcc00').light.link).not.toBe('#ffcc00');
  });

  it('contrast is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe('origins', () => {
  it.each([
    'https://a.test',
    'http://localhost:8080',
    'https://a.test:8443',
    'http://[::1]:80',
  ])('%s', (text) => expect(isOrigin(text)).toBe(!text.endsWith(':80')));

  it.each([
    ...['*', 'https://*.a.test', 'https://a.test/', 'https://a.test/x', 'https://a.test:443'],
    ...['https://A.test', 'a.test', 'https://a.test;x', 'https://u@a.test', "'self'", 'data:'],
    ...['https://ä.test', 'https://a.test?x', 'https:', 'javascript:1', 'null', ''],
  ])('%s is none', (text) => expect(isOrigin(text)).toBe(false));

  it('a source is this host for a path, and an origin for a URL', () => {
    expect(['/a', '//a.test/', '/\\a.test', 'https://a.test/x?y'].map(sourceOf)).toEqual([
      "'self'",
      null,
      null,
      'https://a.test',
    ]);
  });
});
