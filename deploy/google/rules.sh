# shellcheck shell=sh
# What shuts browsers out of the database and the bucket. gcloud knows no rules, their own interface does.

RULES=https://firebaserules.googleapis.com/v1

shut_browsers_out() {
  publish_rules cloud.firestore "$HERE/firestore.rules"
  publish_rules "firebase.storage/$BUCKET" "$HERE/storage.rules"
}

# publish_rules RELEASE FILE: a published file bears its content's fingerprint in its name, which says whether it is this one.
publish_rules() {
  name=$(basename "$2" .rules)-$(fingerprint <"$2").rules
  release=projects/$PROJECT/releases/$1
  published=$(look_rest "$RULES/$release" | field rulesetName)
  if [ "$published" ] && look_rest "$RULES/$published" | grep -qF "\"$name\""; then return 0; fi
  ruleset=$(change_rest POST "$RULES/projects/$PROJECT/rulesets" \
    "{\"source\":{\"files\":[{\"name\":\"$name\",\"content\":\"$(json_text <"$2")\"}]}}")
  ruleset=$(printf %s "$ruleset" | field name)
  [ "$ruleset" ] || [ "$DRY_RUN" ] || fail "the rules $2 were not taken"
  pair="{\"name\":\"$release\",\"rulesetName\":\"${ruleset:-projects/$PROJECT/rulesets/NEW}\"}"
  if [ "$published" ]; then
    change_rest PATCH "$RULES/$release" "{\"release\":$pair}" >/dev/null
  else
    change_rest POST "$RULES/projects/$PROJECT/releases" "$pair" >/dev/null
  fi
}

json_text() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' | awk '{ printf "%s\\n", $0 }'; }
