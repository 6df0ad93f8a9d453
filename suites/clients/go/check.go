// What a customer of the Go client does with the service. Prints one line for each check.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// customer is what the checks need of a client; each version of the client has its own.
type customer interface {
	as(token string) customer
	createApp(name, uid string) (id string, err error)
	getApp(ref string) error
	apps(iterator *string) (ids []string, next *string, done bool, err error)
	createType(name string) error
	createEndpoint(app, url string) (id string, err error)
	endpoints(app string) (ids []string, err error)
	describe(app, endpoint, text string) (description string, err error)
	addHeader(app, endpoint, name, value string) error
	secret(app, endpoint string) (string, error)
	rotate(app, endpoint string) error
	delivered(app, endpoint string) (int, error)
	attempts(app, endpoint string) (int, error)
	send(app, kind string, payload map[string]any, key string) (id string, err error)
	recoverSince(app, endpoint string, since time.Time) error
	replaySince(app, endpoint string, since time.Time) error
	resend(app, message, endpoint string) error
	portal(app string) (token string, err error)
}

type arrival struct {
	Headers map[string]string
	Body    string
}

var server, token, receiver = os.Getenv("SERVER_URL"), os.Getenv("TOKEN"), os.Getenv("RECEIVER_URL")

func check(name string, work func() error) {
	if err := work(); err != nil {
		fmt.Printf("not ok - %s: %s\n", name, strings.ReplaceAll(err.Error(), "\n", " "))
	} else {
		fmt.Printf("ok - %s\n", name)
	}
}

func received(hook string) []arrival {
	answer, err := http.Get(receiver + "/received/" + hook)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	var found []arrival
	json.NewDecoder(answer.Body).Decode(&found)
	return found
}

func answerWith(hook string, status int) error {
	answer, err := http.Post(fmt.Sprintf("%s/answer/%s/%d", receiver, hook, status), "", nil)
	if err == nil {
		answer.Body.Close()
	}
	return err
}

func arrivals(hook string, count int) ([]arrival, error) {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if found := received(hook); len(found) >= count {
			return found, nil
		}
	}
	return nil, fmt.Errorf("%d messages did not arrive within 20 s", count)
}

func headersOf(one arrival) http.Header {
	headers := http.Header{}
	for name, value := range one.Headers {
		headers.Set(name, value)
	}
	return headers
}

func verify(secret string, one arrival) error {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	return webhook.Verify([]byte(one.Body), headersOf(one))
}

func refuse(secret string, one arrival) error {
	if verify(secret, one) == nil {
		return errors.New("a forged message was accepted")
	}
	return nil
}

func refused(status int, err error) error {
	if err == nil {
		return fmt.Errorf("%d expected, and it succeeded", status)
	}
	if got := statusOf(err); got != status {
		return fmt.Errorf("%d expected, not %d: %w", status, got, err)
	}
	return nil
}

func with(one arrival, headers map[string]string) arrival {
	all := map[string]string{}
	for name, value := range one.Headers {
		all[name] = value
	}
	for name, value := range headers {
		all[name] = value
	}
	return arrival{Headers: all, Body: one.Body}
}

func main() {
	run := strconv.FormatInt(time.Now().UnixNano(), 36)
	own := newCustomer(token)
	kind, hook := "go."+run, "go-"+run
	var app, endpoint, secret, first string
	since := time.Now().Add(-time.Minute)

	check("create an application", func() (err error) {
		app, err = own.createApp("Go", "go-"+run)
		return err
	})
	check("create an event type", func() error { return own.createType(kind) })
	check("create an endpoint", func() (err error) {
		if endpoint, err = own.createEndpoint(app, receiver+"/hook/"+hook); err == nil {
			secret, err = own.secret(app, endpoint)
		}
		return err
	})
	check("send with an idempotency key", func() (err error) {
		if first, err = own.send(app, kind, map[string]any{"n": 1}, "key-"+run); err != nil {
			return err
		}
		again, err := own.send(app, kind, map[string]any{"n": 1}, "key-"+run)
		if err == nil && again != first {
			return errors.New("it was sent twice")
		}
		return err
	})
	check("verify what arrives", func() error {
		found, err := arrivals(hook, 1)
		if err != nil {
			return err
		}
		return verify(secret, found[0])
	})
	check("refuse an altered body, an old time and a wrong secret", func() error {
		found, err := arrivals(hook, 1)
		if err != nil {
			return err
		}
		one := found[0]
		old := time.Now().Add(-10 * time.Minute)
		webhook, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return err
		}
		signature, err := webhook.Sign(one.Headers["webhook-id"], old, []byte(one.Body))
		if err != nil {
			return err
		}
		return errors.Join(
			refuse(secret, arrival{Headers: one.Headers, Body: one.Body + " "}),
			refuse(secret, with(one, map[string]string{
				"webhook-timestamp": strconv.FormatInt(old.Unix(), 10), "webhook-signature": signature,
			})),
			refuse("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", one),
		)
	})
	check("page to the end", func() error {
		made := map[string]bool{}
		for i := 0; i < 5; i++ {
			id, err := own.createApp("P", fmt.Sprintf("p%d-%s", i, run))
			if err != nil {
				return err
			}
			made[id] = true
		}
		var iterator *string
		for i := 0; i < 100; i++ {
			ids, next, done, err := own.apps(iterator)
			if err != nil {
				return err
			}
			for _, id := range ids {
				delete(made, id)
			}
			if iterator = next; done {
				break
			}
		}
		if len(made) > 0 {
			return errors.New("some are missing")
		}
		return nil
	})
	check("patch", func() error {
		text, err := own.describe(app, endpoint, "Patched")
		if err == nil && text != "Patched" {
			return errors.New("it is not patched")
		}
		return err
	})
	check("headers", func() error {
		if err := own.addHeader(app, endpoint, "x-mine", "1"); err != nil {
			return err
		}
		if _, err := own.send(app, kind, map[string]any{"n": 2}, ""); err != nil {
			return err
		}
		found, err := arrivals(hook, 2)
		if err == nil && found[1].Headers["x-mine"] != "1" {
			return errors.New("the header is missing")
		}
		return err
	})
	check("rotate the secret", func() error { return own.rotate(app, endpoint) })
	check("old and new secret sign after a rotation", func() error {
		after, err := own.secret(app, endpoint)
		if err != nil || after == secret {
			return fmt.Errorf("the secret is the old one (%v)", err)
		}
		if _, err := own.send(app, kind, map[string]any{"n": 3}, ""); err != nil {
			return err
		}
		found, err := arrivals(hook, 3)
		if err != nil {
			return err
		}
		return errors.Join(verify(secret, found[2]), verify(after, found[2]))
	})
	check("statistics of an endpoint", func() error {
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			count, err := own.delivered(app, endpoint)
			if err != nil || count == 3 {
				return err
			}
			if time.Now().After(end) {
				return fmt.Errorf("3 delivered expected, not %d", count)
			}
		}
	})
	check("recover", func() error {
		bad := "bad-" + run
		if err := answerWith(bad, 500); err != nil {
			return err
		}
		broken, err := own.createEndpoint(app, receiver+"/hook/"+bad)
		if err != nil {
			return err
		}
		if _, err := own.send(app, kind, map[string]any{"n": 4}, ""); err != nil {
			return err
		}
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			count, err := own.attempts(app, broken)
			if err != nil || time.Now().After(end) {
				return fmt.Errorf("the failure is not on record (%v)", err)
			}
			if count > 0 {
				break
			}
		}
		if err := answerWith(bad, 204); err != nil {
			return err
		}
		if err := own.recoverSince(app, broken, since); err != nil {
			return err
		}
		_, err = arrivals(bad, 2)
		return err
	})
	check("resend", func() error {
		before := len(received(hook))
		if err := own.resend(app, first, endpoint); err != nil {
			return err
		}
		_, err := arrivals(hook, before+1)
		return err
	})
	check("replay", func() error {
		late, err := own.createEndpoint(app, receiver+"/hook/late-"+run)
		if err != nil {
			return err
		}
		if err := own.replaySince(app, late, since); err != nil {
			return err
		}
		_, err = arrivals("late-"+run, 4)
		return err
	})
	check("a portal token and what it may not do", func() error {
		access, err := own.portal(app)
		if err != nil {
			return err
		}
		holder := own.as(access)
		if ids, err := holder.endpoints(app); err != nil || len(ids) < 3 {
			return fmt.Errorf("it sees %d endpoints (%v)", len(ids), err)
		}
		_, _, _, listing := holder.apps(nil)
		_, sending := holder.send(app, kind, map[string]any{}, "")
		return errors.Join(refused(403, listing), refused(403, sending))
	})
	check("401", func() error {
		_, _, _, err := own.as("wrong").apps(nil)
		return refused(401, err)
	})
	check("404", func() error { return refused(404, own.getApp("nobody")) })
	check("409", func() error { return refused(409, own.createType(kind)) })
	check("422", func() error {
		_, err := own.createApp("Bad", "not a uid")
		return refused(422, err)
	})
	check("429", func() error {
		if _, err := own.createEndpoint(app, receiver+"/hook/fourth-"+run); err != nil {
			return err
		}
		_, err := own.createEndpoint(app, receiver+"/hook/fifth-"+run)
		return refused(429, err)
	})
}
