/**
 * Loaded before the process of the own sites: they estimate passwords in it. A site starts a process for each password,
 * which takes half a second.
 */
import { registerHooks } from "node:module";

const REPLACED = "#adapters/zxcvbn/password-strength.ts";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === REPLACED ? "#tests/password-strength.ts" : specifier, context),
});
