# shellcheck shell=sh
# What Google lets nobody do but a person at a page: said as a list, of what is missing only.

N=0
need() {
  [ $N -gt 0 ] || say 'First, by hand:'
  N=$((N + 1))
  say "$N. $*"
}

by_hand() {
  console=https://console.firebase.google.com/project/$PROJECT
  if has projects describe "$PROJECT"; then
    [ "$(billing billingEnabled)" = True ] || need "The plan Blaze: $console/usage/details"
    look_rest "https://identitytoolkit.googleapis.com/admin/v2/projects/$PROJECT/config" | tr -d '\n' |
      grep -q '"email": *{[^}]*"enabled": *true' ||
      need "Sign-in by Email/Password, nothing else: $console/authentication/providers"
  else
    need "The project, with the id $PROJECT, no Analytics, plan Blaze: https://console.firebase.google.com"
    need "Sign-in by Email/Password, nothing else: $console/authentication/providers"
  fi
  if [ -z "$BUCKET" ]; then
    need "Storage, « Get started », location $DATA_REGION: $console/storage; its name without gs:// is FIREBASE_STORAGE_BUCKET"
  elif ! has storage buckets describe "gs://$BUCKET"; then
    need "Storage, « Get started », location $DATA_REGION: $console/storage; gs://$BUCKET is not there"
  fi
  [ "$(setting FIREBASE_API_KEY)" ] || need "FIREBASE_API_KEY, the Web API key: $console/settings/general"
  ! maps_domains || is_verified || need "Show Google that $DOMAIN is yours: gcloud domains verify $DOMAIN"
  [ $N -gt 0 ] || return 0
  [ "$DRY_RUN" ] || fail 'then run this again; nothing was changed'
}

billing() { look billing projects describe "$PROJECT" "--format=value($1)"; }

is_verified() {
  for name in $(look domains list-user-verified '--format=value(id)'); do
    case .$DOMAIN in *".$name") return 0 ;; esac
  done
  return 1
}
