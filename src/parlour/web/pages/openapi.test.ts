import { describe, expect, it } from "vitest";
import { groupsOf, wordsOf, type Shape } from "./openapi.js";

const said = (shape: Shape) =>
  wordsOf(shape)
    .map((word) => (typeof word === "string" ? word : `<${word.name}>`))
    .join("");

describe("groupsOf", () => {
  it("groups by tag, else by the first telling word, and joins the parameters of path and call", () => {
    const table = { name: "table", in: "path", required: true };
    const groups = groupsOf({
      paths: {
        "/api/tables/{table}": {
          parameters: [table],
          get: {
            responses: {
              200: {
                description: "fine",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Table" } } },
              },
            },
          },
        },
        "/api/tables": {
          post: {
            requestBody: { content: { "application/json": { schema: { type: "object" } } } },
            responses: { 201: {} },
          },
        },
        "/healthz": { get: { tags: ["house"] } },
      },
    });
    expect(
      groups.map((group) => [group.name, group.operations.map((operation) => `${operation.method} ${operation.path}`)]),
    ).toEqual([
      ["tables", ["GET /api/tables/{table}", "POST /api/tables"]],
      ["house", ["GET /healthz"]],
    ]);
    expect(groups[0]!.operations[0]!.parameters).toEqual([table]);
    expect(groups[0]!.operations[0]!.answers[0]).toEqual({
      status: "200",
      description: "fine",
      body: { kind: "application/json", shape: { $ref: "#/components/schemas/Table" } },
    });
    expect(groups[0]!.operations[1]!.body!.kind).toBe("application/json");
  });
  it("survives an empty document", () => expect(groupsOf({})).toEqual([]));
});

describe("wordsOf", () => {
  it.each<[Shape, string]>([
    [{ type: "string", maxLength: 200 }, "text, at most 200 characters"],
    [{ type: "integer", minimum: 0, exclusiveMaximum: 64 }, "whole number, from 0 below 64"],
    [{ type: "array", items: { $ref: "#/components/schemas/Seat" } }, "list of <Seat>"],
    [{ oneOf: [{ type: "boolean" }, { type: "null" }] }, "true or false or null"],
    [{ type: ["string", "null"] }, "text or null"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "map of text to whole number"],
    [{ type: "object", additionalProperties: {} }, "object"],
    [{ type: "object", properties: { code: {}, sentence: {} } }, "{code, sentence}"],
    [{ enum: ["waiting", "playing"] }, '"waiting" or "playing"'],
    [{}, "anything"],
  ])("%o", (shape, words) => expect(said(shape)).toBe(words));
});
