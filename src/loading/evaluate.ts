/**
 * Makes one value of a payload from a row by an expression of a mapping.
 * Called by map-row.ts. Rule carried: an empty value is `undefined` and is left out of payloads;
 * what cannot be used is left out with a warning; only a value of the wrong shape is an issue.
 */
import { cleanBoolean, cleanNumber, cleanProse, cleanText, cleanUrl, foldKey } from './clean.js';
import type { Expression, RowIssue, Rule } from './mapping.js';

/** The row being mapped: its columns, values already derived, and what was noticed. */
export interface RowContext {
  row: Record<string, unknown>;
  derived: Map<string, unknown>;
  tables: Map<string, Map<string, string>>;
  issues: RowIssue[];
  warnings: RowIssue[];
}

/** A value as payloads hold it; undefined where the source says nothing. */
export type FieldValue = string | number | boolean | string[] | undefined;

/** → the value of the expression for the row; `param` names the field in issues and warnings. */
export function evaluate(context: RowContext, param: string, expression: Expression): FieldValue {
  const rule: Rule = typeof expression === 'string' ? { from: expression } : expression;
  if (!isAsked(context, rule)) return undefined;
  if (typeof rule.const === 'number' || typeof rule.const === 'boolean') return rule.const;
  const text = cut(rule, readText(context, param, rule));
  if (text.trim() === '') return undefined;
  return convert(context, param, rule, text);
}

/** → the text of a column or derived value, trimmed, for keys; "" where there is none. */
export function textOf(context: RowContext, column: string): string {
  const value = readColumn(context, column);
  return typeof value === 'object' || value === undefined ? '' : cleanText(String(value));
}

function isAsked(context: RowContext, rule: Rule): boolean {
  const isAmong = ([column, values]: [string, string[]]) => {
    const text = foldKey(textOf(context, column));
    return values.some((value) => foldKey(value) === text);
  };
  const when = Object.entries(rule.when ?? {});
  const unless = Object.entries(rule.unless ?? {});
  return when.every(isAmong) && !unless.some(isAmong);
}

function readText(context: RowContext, param: string, rule: Rule): string {
  if (rule.const !== undefined) return String(rule.const);
  if (rule.first) {
    const values = rule.first.map((part) => evaluate(context, param, part));
    return asText(values.find((value) => value !== undefined));
  }
  if (rule.join) {
    const parts = rule.join.map((part) => asText(evaluate(context, param, part)));
    return parts.filter((part) => part !== '').join(rule.with ?? ' ');
  }
  const value = readColumn(context, rule.from ?? '');
  if (Array.isArray(value) && rule.as === 'list') return value.map(asText).join(rule.with ?? ',');
  if (typeof value !== 'object' || value === null) return asText(value);
  context.issues.push({
    param,
    reason: `column "${rule.from}" must be text, not an object or list`,
  });
  return '';
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** A derived value hides a column of its name; dots reach into objects of NDJSON rows. */
function readColumn(context: RowContext, column: string): unknown {
  if (context.derived.has(column)) return context.derived.get(column);
  if (Object.hasOwn(context.row, column)) return context.row[column] ?? undefined;
  let value: unknown = context.row;
  for (const name of column.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? undefined;
}

/** `take: "first"` of a text without the separator is the text, `take: "last"` is nothing. */
function cut(rule: Rule, text: string): string {
  if (rule.split === undefined) return text;
  const at = text.lastIndexOf(rule.split);
  if (rule.take === 'last') return at < 0 ? '' : text.slice(at + rule.split.length);
  return at < 0 ? text : text.slice(0, at);
}

function convert(context: RowContext, param: string, rule: Rule, text: string): FieldValue {
  if (rule.as === 'list') return convertList(context, rule, text);
  const named = lookUp(context, rule, text);
  const value = convertOne(rule, named);
  if (value !== null) return value === '' ? undefined : value;
  context.warnings.push({ param, reason: `left out: not usable as ${rule.as}` });
  return undefined;
}

function convertOne(rule: Rule, text: string): string | number | boolean | null {
  switch (rule.as) {
    case 'number':
      return cleanNumber(text);
    case 'boolean':
      return cleanBoolean(text);
    case 'url':
      return cleanUrl(text);
    case 'prose':
      return cleanProse(text);
    default:
      return cleanText(text);
  }
}

function convertList(context: RowContext, rule: Rule, text: string): string[] | undefined {
  const items = text
    .split(rule.with ?? ',')
    .map((item) => lookUp(context, rule, cleanText(item)))
    .filter((item) => item !== '');
  return items.length === 0 ? undefined : [...new Set(items)];
}

/** The table's word for the text; a text the table does not have stays as it is. */
function lookUp(context: RowContext, rule: Rule, text: string): string {
  if (rule.map === undefined) return text;
  return context.tables.get(rule.map)?.get(foldKey(text)) ?? text;
}
