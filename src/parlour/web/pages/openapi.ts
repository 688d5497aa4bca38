/** Converts an OpenAPI document into the content of a page: groups of operations, and schemas in words. */

export interface Shape {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}
interface Content {
  [kind: string]: { schema?: Shape };
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Shape;
}
interface RawOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content?: Content; required?: boolean; description?: string };
  responses?: Record<string, { description?: string; content?: Content }>;
}
export interface Document {
  info?: { title?: string; version?: string; description?: string };
  paths?: Record<string, Record<string, RawOperation | Parameter[]>>;
  components?: { schemas?: Record<string, Shape> };
}
export interface Body {
  kind: string;
  shape: Shape | null;
}
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: Body | null;
  answers: { status: string; description: string; body: Body | null }[];
}

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];

function bodyOf(content: Content | undefined): Body | null {
  const [kind, entry] = Object.entries(content ?? {})[0] ?? [];
  return kind ? { kind, shape: entry?.schema ?? null } : null;
}

/** The group of an operation: its tag, else the first meaningful part of the path. */
const groupOf = (path: string, operation: RawOperation) =>
  operation.tags?.[0] ?? path.split("/").find((part) => part && part !== "api" && !part.startsWith("{")) ?? "other";

export function groupsOf(document: Document): { name: string; operations: Operation[] }[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, entry] of Object.entries(document.paths ?? {})) {
    const common = Array.isArray(entry.parameters) ? entry.parameters : [];
    for (const method of METHODS) {
      const raw = entry[method];
      if (!raw || Array.isArray(raw)) continue;
      const operation: Operation = {
        id: `${method}${path}`.replace(/[^a-zA-Z0-9]+/g, "-").replace(/-$/, ""),
        method: method.toUpperCase(),
        path,
        summary: raw.summary ?? "",
        description: raw.description ?? "",
        parameters: [...common, ...(raw.parameters ?? [])].filter((parameter) => parameter.name),
        body: bodyOf(raw.requestBody?.content),
        answers: Object.entries(raw.responses ?? {}).map(([status, answer]) => ({
          status,
          description: answer.description ?? "",
          body: bodyOf(answer.content),
        })),
      };
      const name = groupOf(path, raw);
      groups.set(name, [...(groups.get(name) ?? []), operation]);
    }
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}

export const nameOf = (ref: string) =>
  decodeURIComponent(ref.split("/").at(-1)!).replaceAll("~1", "/").replaceAll("~0", "~");

/** A part of a schema in words; a name of another schema becomes a link. */
export type Word = string | { name: string };

export function wordsOf(shape: Shape | null | undefined): Word[] {
  if (!shape) return ["anything"];
  if (shape.$ref) return [{ name: nameOf(shape.$ref) }];
  const several = shape.oneOf ?? shape.anyOf;
  if (several) return several.flatMap((one, at) => [...(at ? [" or "] : []), ...wordsOf(one)]);
  if (shape.allOf) return shape.allOf.flatMap((one, at) => [...(at ? [" and "] : []), ...wordsOf(one)]);
  if (shape.const !== undefined) return [JSON.stringify(shape.const)];
  if (shape.enum) return [shape.enum.map((value) => JSON.stringify(value)).join(" or ")];
  const types = (Array.isArray(shape.type) ? shape.type : [shape.type]).filter(Boolean);
  if (types.includes("array")) return ["list of ", ...wordsOf(shape.items)];
  const fields = Object.keys(shape.properties ?? {});
  if (fields.length) return [`{${fields.join(", ")}}`];
  if (typeof shape.additionalProperties === "object" && Object.keys(shape.additionalProperties).length)
    return ["map of text to ", ...wordsOf(shape.additionalProperties)];
  const plain = types
    .map((type) =>
      type === "string" ? "text" : type === "integer" ? "whole number" : type === "boolean" ? "true or false" : type,
    )
    .join(" or ");
  return [[plain || "anything", limits(shape)].filter(Boolean).join(", ")];
}

function limits(shape: Shape): string {
  const limits: string[] = [];
  const low = shape.minimum ?? shape.exclusiveMinimum;
  const high = shape.maximum ?? shape.exclusiveMaximum;
  if (low !== undefined) limits.push(shape.minimum === undefined ? `above ${low}` : `from ${low}`);
  if (high !== undefined) limits.push(shape.maximum === undefined ? `below ${high}` : `to ${high}`);
  if (shape.maxLength !== undefined)
    limits.push(`${shape.minLength ? `${shape.minLength} to ` : "at most "}${shape.maxLength} characters`);
  else if (shape.minLength) limits.push(`at least ${shape.minLength} characters`);
  if (shape.pattern) limits.push(`like ${shape.pattern}`);
  return limits.join(" ");
}
