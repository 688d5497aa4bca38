/** Routes: from addresses to pages, and navigation without reloading the shell. */

export type Route =
  | { page: "parlour" }
  | { page: "table"; table: string }
  | { page: "replay"; record: string }
  | { page: "rules"; game: string } // "": the list of all games
  | { page: "ratings" }
  | { page: "tournaments" }
  | { page: "tournament"; tournament: string }
  | { page: "viewer" }
  | { page: "contest" }
  | { page: "watch"; session: string }
  | { page: "sit"; session: string }
  | { page: "docs" }
  | { page: "not-found"; path: string };

/** The page at a path; a trailing slash is ignored. */
export function routeOf(path: string): Route {
  const notFound: Route = { page: "not-found", path };
  let parts: string[];
  try {
    parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return notFound;
  }
  const [first, second] = parts;
  if (first === undefined) return { page: "parlour" };
  if (
    parts.length === 1 &&
    (first === "ratings" || first === "tournaments" || first === "docs" || first === "viewer" || first === "contest")
  )
    return { page: first };
  if (parts.length === 1 && first === "rules") return { page: "rules", game: "" };
  if (parts.length === 3 && first === "contest" && second && parts[2] === "sit")
    return { page: "sit", session: second };
  if (parts.length !== 2 || !second) return notFound;
  if (first === "t") return { page: "table", table: second };
  if (first === "r") return { page: "replay", record: second };
  if (first === "rules") return { page: "rules", game: second };
  if (first === "tournaments") return { page: "tournament", tournament: second };
  if (first === "contest") return { page: "watch", session: second };
  return notFound;
}

/** Goes to an address of this site; the shell listens. */
export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  window.dispatchEvent(new Event("parlour-go"));
}

/** How much of the header a page shows. Every page begins with its own setting. */
export type Header = "full" | "slim" | "none";
export function header(kind: Header): void {
  window.dispatchEvent(new CustomEvent<Header>("parlour-header", { detail: kind }));
}

/** The address of a plain click on a link to a page of the shell; null for other clicks. */
export function ownLink(event: MouseEvent, here: Location = location): URL | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event
    .composedPath()
    .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement && node.hasAttribute("href"));
  if (!link || link.target || link.hasAttribute("download")) return null;
  const to = new URL(link.href, here.href);
  if (
    to.origin !== here.origin ||
    /^\/(api|gamelog|records)\//.test(to.pathname) ||
    to.pathname === "/docs/openapi.json"
  )
    return null;
  if (to.pathname === here.pathname && to.search === here.search && to.hash) return null;
  return to;
}
